import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findGit } from '../../../src/base/find-git.ts';
import type { Git } from '../../../src/platform/git/run-git.ts';
import { temporaryFolder } from '../../tools/places.ts';

/** Absolute and without symbolic links, as git prints paths. */
export const newFolder = (name: string): string => realpathSync.native(temporaryFolder(name));

/** Without the git settings of the user who runs the tests. */
export function isolatedEnvironment(home = newFolder('home')): NodeJS.ProcessEnv {
	return { ...process.env, HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: home };
}

export const environment = isolatedEnvironment();

export const git: Git = {
	program: findGit(process.env.PATH ?? '') ?? '',
	isTrusted: true,
	environment,
};

const author = { name: 'Ana', email: 'ana@example.org', date: '2026-01-02T03:04:05+01:00' };

/** Runs git with all of its powers, as a user does. Returns its output without the last line break. */
export function userGit(folder: string, ...words: readonly string[]): string {
	const env = {
		...environment,
		GIT_CONFIG_NOSYSTEM: '1',
		GIT_AUTHOR_NAME: author.name,
		GIT_AUTHOR_EMAIL: author.email,
		GIT_AUTHOR_DATE: author.date,
		GIT_COMMITTER_NAME: author.name,
		GIT_COMMITTER_EMAIL: author.email,
		GIT_COMMITTER_DATE: author.date,
	};
	const options: ExecFileSyncOptionsWithStringEncoding = {
		cwd: folder,
		env,
		encoding: 'utf8',
		timeout: 60_000,
		stdio: ['ignore', 'pipe', 'pipe'],
	};
	return execFileSync(git.program, words, options).replace(/\n$/, '');
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
}

export function commitAll(folder: string, message = 'Change files'): string {
	userGit(folder, 'add', '--all');
	userGit(folder, 'commit', '--quiet', '--allow-empty', '--message', message);
	return userGit(folder, 'rev-parse', 'HEAD');
}

/** Makes a repository with a commit on `main`. Returns its folder. */
export function newRepository(
	files: Readonly<Record<string, string | Uint8Array>> = { 'a.txt': 'a\n' },
	...initWords: readonly string[]
): string {
	const folder = newFolder('clone');
	userGit(folder, 'init', '--quiet', '--initial-branch=main', ...initWords);
	writeFiles(folder, files);
	commitAll(folder, 'Begin');
	return folder;
}
