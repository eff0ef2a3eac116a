import { homedir } from 'node:os';
import { parseConfig } from './config.ts';
import { type Git, runGit } from './run-git.ts';

/** A person as git names the author of a commit. */
interface GitIdentity {
	readonly name: string;
	readonly email: string;
}

/**
 * The name and address in the user's own settings of git; undefined if they have no address. The settings of folders are not read: an
 * address there may be for that project only.
 */
export async function readUserIdentity(git: Git, home = homedir()): Promise<GitIdentity | undefined> {
	const names = '^user\\.(name|email)$';
	const result = await runGit(git, home, ['config', '--global', '--null', '--get-regexp', names]);
	if (result.kind === 'failed') return undefined;
	// As git does, the last value counts.
	const values = new Map(parseConfig(result.output).map(({ name, value }) => [name, value?.trim() ?? '']));
	const [name = '', email = ''] = [values.get('name'), values.get('email')];
	return email === '' ? undefined : { name, email };
}
