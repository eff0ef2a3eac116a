import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText, remove, renameFile, replaceFile } from '../../../../src/base/files/files.ts';
import { pausesOf } from '../../../kit/window/clock.ts';
import { countSyncs } from '../../../tools/disk-syncs.ts';
import { endings } from '../../../tools/endings.ts';
import { failing } from '../../../tools/failing-files.ts';
import { temporaryFolder } from '../../../tools/places.ts';

describe('A file that another program has open briefly', () => {
	let folder: string;
	let file: string;
	const ending = endings();
	beforeEach(() => {
		folder = temporaryFolder('files');
		file = join(folder, 'file');
		writeFileSync(file, 'old');
	});

	for (const code of ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY']) {
		it(`can be read, replaced, renamed and removed after retries: ${code}`, async () => {
			for (const operation of ['open', 'rename', 'rm'] as const) {
				ending(failing(operation, code, { times: 3, path: /[\\/]file$/ }));
			}
			ending(failing('rename', code, { times: 3, path: /\.new$/ }));
			const pauses = await pausesOf(async () => {
				assert.equal(await readText(file), 'old');
				await replaceFile(file, 'new');
				assert.equal(readFileSync(file, 'utf8'), 'new');
				assert.equal(await renameFile(file, join(folder, 'below', 'file')), true);
				await remove(join(folder, 'below', 'file'));
			});
			assert.equal(pauses, 4 * (5 + 20 + 80));
			assert.deepEqual(readdirSync(join(folder, 'below')), []);
		});
	}

	it('is not treated as missing', async () => {
		ending(failing('open', 'EISDIR', { path: /[\\/]file$/ }));
		await assert.rejects(readText(file), { code: 'EISDIR' });
		assert.equal(await readText(join(folder, 'missing')), undefined);
	});

	it('stays unchanged if it cannot be replaced for three seconds, and no temporary file is left', async () => {
		ending(failing('rename', 'EPERM'));
		const replaced = () => assert.rejects(replaceFile(file, 'new'), { code: 'EPERM' });
		assert.equal(await pausesOf(replaced), 3105);
		assert.equal(readFileSync(file, 'utf8'), 'old');
		assert.deepEqual(readdirSync(folder), ['file']);
	});
});

describe('Replacing a file', () => {
	it('flushes it to disk only if it must survive a power failure', async () => {
		const folder = temporaryFolder('files');
		assert.equal(await countSyncs(() => replaceFile(join(folder, 'cache'), 'text')), 0);
		assert.equal(
			await countSyncs(() => replaceFile(join(folder, 'session'), 'text', { isDurable: true })),
			1,
		);
	});

	it('removes old temporary files and locks that killed programs left in its folder', async () => {
		const folder = temporaryFolder('files');
		const leftovers = ['x.1-0.new', 'y.2-0.new', 'z.3-0.new'].map((name) => join(folder, name));
		const [oldFile = '', oldFolder = '', current = ''] = leftovers;
		for (const file of [oldFile, current]) writeFileSync(file, 'half');
		mkdirSync(oldFolder);
		writeFileSync(join(oldFolder, 'holder'), '');
		for (const leftover of [oldFile, oldFolder]) utimesSync(leftover, 1000, 1000);
		await replaceFile(join(folder, 'file'), 'text');
		assert.deepEqual(readdirSync(folder).sort(), ['file', 'z.3-0.new']);
	});
});
