import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findGit, findOnPath } from '../../../../src/base/find-git.ts';
import { parseCommit } from '../../../../src/forge/shapes/git-objects.ts';
import type { Commit } from '../../../../src/forge/shapes/repositories.ts';
import { isolatedEnvironment, newFolder } from '../../../kit/items/clones.ts';

const path = process.env.PATH ?? '';
export const hasGpg = findOnPath('gpg', path) !== undefined;
export const hasSsh = findOnPath('ssh-keygen', path) !== undefined;

/** A user with settings of git and, on request, keys. Everything is in a folder of the test. */
export function newUser() {
	// The socket of gpg's agent must have a short path.
	const home = newFolder('s');
	const environment = { ...isolatedEnvironment(home), GNUPGHOME: join(home, 'gpg') };
	mkdirSync(environment.GNUPGHOME, { mode: 0o700 });
	const run = (program: string, words: readonly string[], input?: string) =>
		execFileSync(program, words, {
			...{ cwd: home, env: { ...environment, GIT_CONFIG_NOSYSTEM: '1' }, encoding: 'utf8' },
			...{ stdio: ['pipe', 'pipe', 'pipe'], timeout: 60_000, input },
		}).trim();
	const set = (name: string, value: string) => run('git', ['config', '--global', name, value]);
	set('user.name', 'Ana');
	set('user.email', 'ana@example.org');
	return {
		...{ home, environment, set },
		git: { program: findGit(path) ?? '', isTrusted: true, environment },
		/** Returns the fingerprint. */
		newGpgKey(name = 'Ana Ångström <ana@example.org>', expires = 'never'): string {
			const quick = ['--quick-generate-key', name, 'ed25519', 'sign', expires];
			run('gpg', ['--batch', '--passphrase', '', ...quick]);
			const listed = run('gpg', ['--batch', '--with-colons', '--list-keys', name]);
			return /^fpr:+([\dA-F]+):/m.exec(listed)?.[1] ?? '';
		},
		gpg: (...words: readonly string[]) => run('gpg', ['--batch', '--no-tty', ...words]),
		/** Imports the public keys of another user. */
		importKeys(from: { gpg(...words: readonly string[]): string }) {
			run('gpg', ['--batch', '--import'], from.gpg('--armor', '--export'));
		},
		/** Ends the programs that gpg has left running. */
		stop: () => hasGpg && run('gpgconf', ['--kill', 'all']),
		/** Returns the file of the private key. */
		newSshKey(name = 'id'): string {
			const file = join(home, name);
			run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'ana', '-f', file]);
			return file;
		},
		allow(file: string, signer: string, more = ''): void {
			const [type, key] = readFileSync(`${file}.pub`, 'utf8').split(' ');
			const list = join(home, 'allowed');
			writeFileSync(list, `${signer} ${more}namespaces="git" ${type} ${key}\n`, { flag: 'a' });
			set('gpg.ssh.allowedSignersFile', list);
		},
		/** Returns a new file, in the format of OpenSSH. */
		revokedKeys(file: string): string {
			const revoked = join(home, 'revoked-keys');
			run('ssh-keygen', ['-q', '-k', '-f', revoked, `${file}.pub`]);
			return revoked;
		},
		/** Makes a signed commit with git, and returns it as a forge shows it. */
		commit(format: 'openpgp' | 'ssh', key: string, message = 'Begin\n\nFixes: #1\n'): Commit {
			const folder = newFolder('signed');
			const git = (words: readonly string[], input?: string) => run('git', ['-C', folder, ...words], input);
			git(['init', '--quiet']);
			const settings = ['-c', `gpg.format=${format}`, '-c', `user.signingKey=${key}`];
			git([...settings, 'commit', '--quiet', '--allow-empty', '-S', '--file=-'], message);
			const id = git(['rev-parse', 'HEAD']);
			const content = execFileSync('git', ['-C', folder, 'cat-file', 'commit', id], {
				...{ env: environment, maxBuffer: 16 * 1024 * 1024 },
			});
			return parseCommit({ id, type: 'commit', content });
		},
	};
}
