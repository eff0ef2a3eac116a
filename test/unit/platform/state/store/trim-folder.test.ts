import assert from 'node:assert/strict';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import type { Name } from '../../../../../src/base/files/storage.ts';
import { trimFolder } from '../../../../../src/platform/state/store/trim-folder.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';

describe('A folder', () => {
	const { folder } = stage();

	it('is trimmed by age, oldest file first', async () => {
		const at = await folder();
		const kept = fileStorage(at, readable().log);
		for (const [nth, name] of ['a', 'b', 'c', 'd'].entries()) {
			await kept.replace(['x', name], '1234567890');
			await utimes(join(at, 'x', name), 1000 + nth, 1000 + nth);
		}
		const left = async () => (await kept.list(['x'])).map(({ name }) => name).sort();
		await trimFolder(kept, ['x'], { files: 3, bytes: 1000 });
		assert.deepEqual(await left(), ['b', 'c', 'd']);
		await trimFolder(kept, ['x'], { files: 3, bytes: 25 });
		assert.deepEqual(await left(), ['c', 'd']);
	});

	it('is trimmed even if one of the files cannot be removed, which is then reported', async () => {
		const at = await folder();
		const files = fileStorage(at, readable().log);
		for (const [nth, name] of ['a', 'b', 'c'].entries()) {
			await files.replace(['x', name], '1234567890');
			await utimes(join(at, 'x', name), 1000 + nth, 1000 + nth);
		}
		const remove = async (name: Name) => {
			if (name.at(-1) === 'b') throw new Error('EPERM');
			await files.remove(name);
		};
		await assert.rejects(trimFolder({ ...files, remove }, ['x'], { files: 1, bytes: 1000 }), /EPERM/);
		assert.deepEqual((await files.list(['x'])).map(({ name }) => name).sort(), ['b', 'c']);
	});
});
