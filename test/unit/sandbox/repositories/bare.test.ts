import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBare } from '../../../../src/sandbox/repositories/bare.ts';
import { readFolder } from '../../../../src/sandbox/repositories/folder-files.ts';
import { gitEnvironment } from '../../../../src/sandbox/repositories/git.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const create = async () => {
	const folder = join(temporaryFolder('bare'), 'new.git');
	await createBare(folder);
	return folder;
};

describe('A new repository of a forge', () => {
	it('is as git makes it, also after others, whatever has happened to them', async () => {
		const first = await create();
		const files = await readFolder(first);
		appendFileSync(join(first, 'config'), '[core]\n\tlogAllRefUpdates = true\n');
		writeFileSync(join(first, 'hooks', 'post-update'), '');
		const second = await create();
		assert.deepEqual(await readFolder(second), files);
		const run = (...args: readonly string[]) =>
			execFileSync('git', [`--git-dir=${second}`, ...args], { encoding: 'utf8', env: gitEnvironment() });
		assert.equal(run('rev-parse', '--is-bare-repository'), 'true\n');
		assert.equal(run('symbolic-ref', 'HEAD'), 'refs/heads/master\n');
		assert.equal(run('config', 'core.hooksPath'), 'hooks\n');
	});

	it('replaces what was in its folder', async () => {
		const folder = await create();
		const files = await readFolder(folder);
		writeFileSync(join(folder, 'objects', 'old'), '');
		await createBare(folder);
		assert.deepEqual(await readFolder(folder), files);
	});
});
