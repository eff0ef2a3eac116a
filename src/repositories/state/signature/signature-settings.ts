import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { parseConfig } from '../../../platform/git/config.ts';
import { type Git, runGit } from '../../../platform/git/run-git.ts';

/** The user's settings of git about signatures. */
export interface SignatureSettings {
	/** The names or paths of the programs. */
	readonly gpg: string;
	readonly ssh: string;
	/** An absolute path. */
	readonly allowedSigners: string | undefined;
	/** A path. If it is relative, the file cannot be found. */
	readonly revokedKeys: string | undefined;
	/** The user's own key or its file, as it is written there. */
	readonly ownKey: string | undefined;
	/** The user's name and address, as in a commit. */
	readonly me: string;
}

/**
 * Reads the settings of the system and of the user, the stronger last. Those of a repository do not count, since they could name programs to
 * run and keys to trust. `folder` is where git runs.
 */
export async function readSignatureSettings(
	git: Git | undefined,
	folder: string,
	home = git?.environment?.HOME ?? homedir(),
): Promise<SignatureSettings> {
	const read = async (scope: '--system' | '--global') => {
		const args = ['config', scope, '--includes', '--null', '--list'];
		// Git fails if there is no such file.
		const result = git && (await runGit(git, folder, args));
		return result?.kind === 'done' ? parseConfig(result.output) : [];
	};
	const settings = (await Promise.all([read('--system'), read('--global')])).flat();
	const settingOf = (name: string): string | undefined => {
		const found = settings.findLast(
			(setting) => [setting.section, setting.subsection, setting.name].filter(Boolean).join('.') === name,
		);
		return found?.value || undefined;
	};
	/** Leaves a relative path as it is written. */
	const pathOf = (name: string) => {
		const written = settingOf(name);
		return written?.startsWith('~/') ? absolutePath(written, home) : written;
	};
	const [name, email] = [settingOf('user.name'), settingOf('user.email')];
	return {
		gpg: pathOf('gpg.openpgp.program') ?? pathOf('gpg.program') ?? 'gpg',
		ssh: pathOf('gpg.ssh.program') ?? 'ssh-keygen',
		allowedSigners: absolutePath(settingOf('gpg.ssh.allowedsignersfile'), home),
		revokedKeys: pathOf('gpg.ssh.revocationfile'),
		ownKey: settingOf('user.signingkey'),
		me: [name, email && `<${email}>`].filter(Boolean).join(' ') || 'you',
	};
}

/** Git also accepts paths relative to where it runs, which has no meaning here. */
export function absolutePath(written: string | undefined, home: string): string | undefined {
	const path = written?.startsWith('~/') ? join(home, written.slice(2)) : written;
	return path !== undefined && isAbsolute(path) ? path : undefined;
}
