import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gitEnvironment } from '../../src/sandbox/repositories/git.ts';
import { temporaryFolder } from '../tools/places.ts';

/** Pushes a commit as a user without the editor does, with an annotated tag if it has a name. `data` is the folder of the forge. */
export async function push(data: string, repository: string, message: string, tag?: string): Promise<void> {
	const work = join(temporaryFolder('work'), 'clone');
	const who = ['-c', 'user.name=Bob Ellis', '-c', 'user.email=bob@example.org'];
	// The forge, which answers git, may run in this process.
	const git = (...words: readonly string[]) =>
		promisify(execFile)('git', [...who, ...words], { env: gitEnvironment() });
	await git('clone', '-q', join(data, 'repositories', `${repository}.git`), work);
	await writeFile(join(work, 'new.txt'), message);
	await git('-C', work, 'add', '.');
	await git('-C', work, 'commit', '-q', '-m', message);
	if (tag !== undefined) await git('-C', work, 'tag', '-a', '-m', message, tag);
	await git('-C', work, 'push', '-q', '--follow-tags');
}
