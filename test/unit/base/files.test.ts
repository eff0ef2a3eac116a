import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText, remove, renameFile, replaceFile } from '../../../src/base/files.ts';
import { countSyncs } from '../../tools/disk-syncs.ts';
import { failing } from '../../tools/failing-files.ts';
import { temporaryFolder } from '../../tools/places.ts';

describe('A file that another program has open for a moment', () => {
	let folder: string;
	let file: string;
	const ends: (() => void)[] = [];
	beforeEach(() => {
		folder = temporaryFolder('files');
		file = join(folder, 'file');
		writeFileSync(file, 'old');
	});
	afterEach(() => {
		for (const end of ends.splice(0)) end();
	});

	for (const code of ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY']) {
		it(`is read, replaced, renamed and removed in the end: ${code}`, async () => {
			for (const operation of ['open', 'rename', 'rm'] as const) {
				ends.push(failing(operation, code, { times: 3, path: /[\\/]file$/ }));
			}
			ends.push(failing('rename', code, { times: 3, path: /\.new$/ }));
			assert.equal(await readText(file), 'old');
			await replaceFile(file, 'new');
			assert.equal(readFileSync(file, 'utf8'), 'new');
			assert.equal(await renameFile(file, join(folder, 'below', 'file')), true);
			await remove(join(folder, 'below', 'file'));
			assert.deepEqual(readdirSync(join(folder, 'below')), []);
		});
	}

	it('is not taken for one that is not there', async () => {
		ends.push(failing('open', 'EISDIR', { path: /[\\/]file$/ }));
		await assert.rejects(readText(file), { code: 'EISDIR' });
		assert.equal(await readText(join(folder, 'missing')), undefined);
	});

	it('fails when it is not given back, and nothing unfinished is left', async () => {
		ends.push(failing('rename', 'EPERM'));
		await assert.rejects(replaceFile(file, 'new'), { code: 'EPERM' });
		assert.equal(readFileSync(file, 'utf8'), 'old');
		assert.deepEqual(readdirSync(folder), ['file']);
	});
});

describe('A file that is replaced', () => {
	it('is written through to the disk only where a power failure must not take it', async () => {
		const folder = temporaryFolder('files');
		assert.equal(await countSyncs(() => replaceFile(join(folder, 'cache'), 'text')), 0);
		assert.equal(
			await countSyncs(() => replaceFile(join(folder, 'session'), 'text', { isDurable: true })),
			1,
		);
	});

	it('takes along what killed programs have left unfinished in its folder, files and locks', async () => {
		const folder = temporaryFolder('files');
		const left = ['x.1-0.new', 'y.2-0.new', 'z.3-0.new'].map((name) => join(folder, name));
		const [oldFile = '', oldFolder = '', fresh = ''] = left;
		for (const file of [oldFile, fresh]) writeFileSync(file, 'half');
		mkdirSync(oldFolder);
		writeFileSync(join(oldFolder, 'holder'), '');
		for (const one of [oldFile, oldFolder]) utimesSync(one, 1000, 1000);
		await replaceFile(join(folder, 'file'), 'text');
		assert.deepEqual(readdirSync(folder).sort(), ['file', 'z.3-0.new']);
	});
});
