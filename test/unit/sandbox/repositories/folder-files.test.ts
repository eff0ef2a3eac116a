import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFolder, writeFolder } from '../../../../src/sandbox/repositories/folder-files.ts';
import { temporaryFolder } from '../../../tools/places.ts';

describe('The files of a folder', () => {
	it('are all in its copy, with empty folders', async () => {
		const folder = temporaryFolder('files');
		mkdirSync(join(folder, 'a', 'b', 'c'), { recursive: true });
		mkdirSync(join(folder, 'empty'));
		writeFileSync(join(folder, 'a', 'b', 'bytes'), Buffer.from([0, 255, 10]));
		writeFileSync(join(folder, 'a-text'), 'text');
		writeFileSync(join(folder, 'nothing'), '');
		const files = await readFolder(folder);
		assert.deepEqual(
			[...files],
			[
				['a', undefined],
				['a-text', Buffer.from('text')],
				[join('a', 'b'), undefined],
				[join('a', 'b', 'bytes'), Buffer.from([0, 255, 10])],
				[join('a', 'b', 'c'), undefined],
				['empty', undefined],
				['nothing', Buffer.alloc(0)],
			],
		);
		const copy = temporaryFolder('files');
		await writeFolder(copy, files);
		assert.deepEqual(await readFolder(copy), files);
	});
});
