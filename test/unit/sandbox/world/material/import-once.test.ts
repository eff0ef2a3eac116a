import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createBare } from '../../../../../src/sandbox/repositories/bare.ts';
import { gitEnvironment } from '../../../../../src/sandbox/repositories/git.ts';
import { HistoryStream } from '../../../../../src/sandbox/world/material/history-stream.ts';
import { importOnce } from '../../../../../src/sandbox/world/material/import-once.ts';
import { people } from '../../../../../src/sandbox/world/material/people.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

const on = '2026-01-31 14:10';

/** A history with a signed commit, a tag and two branches. */
function createHistory(text: string) {
	const stream = new HistoryStream();
	const main = stream.branch('master');
	const first = main.commit({ by: people.ana, on, message: 'Begin\n', files: { 'a.txt': text } });
	stream.tag('v1', first, { by: people.ana, on, message: 'The first\n' });
	main.fork('topic').commit({ by: people.bob, on, message: 'Go on\n', files: { 'b/c.txt': 'more\n' } });
	main.commitSigned({ by: people.ana, on, message: 'Sign\n', files: { 'a.txt': 'signed\n' } }, 'armor\n');
	const last = main.commit({ by: people.ana, on, message: 'End\n', files: { 'a.txt': null } });
	return { stream, marks: [first, last] };
}

const git = (folder: string, ...args: readonly string[]) =>
	execFileSync('git', [`--git-dir=${folder}`, ...args], { encoding: 'utf8', env: gitEnvironment() });

/** Calls a function while there is no git. */
async function withoutGit<T>(action: () => Promise<T>): Promise<T> {
	const { PATH } = process.env;
	process.env.PATH = temporaryFolder('no-git');
	try {
		return await action();
	} finally {
		process.env.PATH = PATH;
	}
}

describe('A history that was imported before', () => {
	it('needs no git, also while it is still imported', async () => {
		const folders = [
			temporaryFolder('import'),
			temporaryFolder('import'),
			temporaryFolder('import'),
		] as const;
		for (const folder of folders) await createBare(folder);
		const { stream, marks } = createHistory('once\n');
		const first = importOnce(folders[0], stream, marks);
		const [second, third] = await withoutGit(async () => [
			await importOnce(folders[1], stream, marks),
			await importOnce(folders[2], createHistory('once\n').stream, marks),
		]);
		assert.deepEqual([second, third], [await first, await first]);
		const [one, two, three] = folders.map((folder) => git(folder, 'for-each-ref'));
		assert.deepEqual([two, three], [one, one]);
	});

	it('is imported after a failure', async () => {
		const folder = temporaryFolder('import');
		const { stream, marks } = createHistory('fails at first\n');
		await assert.rejects(importOnce(folder, stream, marks));
		await createBare(folder);
		assert.equal((await importOnce(folder, stream, marks)).size, 2);
	});
});
