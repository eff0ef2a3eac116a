import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gitEnvironment } from '../../src/sandbox/repositories/git.ts';
import { temporaryFolder } from '../tools/places.ts';

const who = ['-c', 'user.name=Bob Ellis', '-c', 'user.email=bob@example.org'];

/** Runs git, while the forge may be in this process, too. */
const git = (...words: readonly string[]) =>
	promisify(execFile)('git', [...who, ...words], { env: gitEnvironment() });

/** Clones a repository as a user without the editor does, and commits a file. Returns the folder. `data` is the folder of the forge. */
async function cloneAndCommit(data: string, repository: string, message: string): Promise<string> {
	const work = join(temporaryFolder('work'), 'clone');
	await git('clone', '-q', join(data, 'repositories', `${repository}.git`), work);
	await writeFile(join(work, 'new.txt'), message);
	await git('-C', work, 'add', '.');
	await git('-C', work, 'commit', '-q', '-m', message);
	return work;
}

/** Pushes a commit, with an annotated tag if it has a name. */
export async function push(data: string, repository: string, message: string, tag?: string): Promise<void> {
	const work = await cloneAndCommit(data, repository, message);
	if (tag !== undefined) await git('-C', work, 'tag', '-a', '-m', message, tag);
	await git('-C', work, 'push', '-q', '--follow-tags');
}

/** Pushes a commit as several new branches at once. */
export async function pushBranches(
	data: string,
	repository: string,
	message: string,
	names: readonly string[],
): Promise<void> {
	const work = await cloneAndCommit(data, repository, message);
	await git('-C', work, 'push', '-q', 'origin', ...names.map((name) => `HEAD:refs/heads/${name}`));
}
