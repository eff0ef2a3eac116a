import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ViewedFiles } from '../../../../src/patches/state/viewed-files.ts';
import { fileStorage } from '../../../../src/platform/state/store/files.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

describe('The viewed files of a list', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'tildeforge-viewed-'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	async function open() {
		const { log } = readable();
		const viewed = new ViewedFiles(fileStorage(folder, log), log);
		await viewed.read(list);
		return viewed;
	}

	it('are remembered for all windows until the mark is removed', async () => {
		const one = await open();
		const other = await open();
		await one.mark(list, ['aaaa'], true);
		await other.mark(list, ['bbbb'], true);
		assert.deepEqual([other.has(list, 'aaaa'), other.has(list, 'bbbb')], [true, true]);
		await other.mark(list, ['aaaa'], false);
		assert.equal((await open()).has(list, 'aaaa'), false);
		assert.equal((await open()).has(list, 'bbbb'), true);
	});

	it('are those of one list of one account', async () => {
		const viewed = await open();
		await viewed.mark(list, ['aaaa'], true);
		assert.equal(viewed.has({ ...list, list: 'other' }, 'aaaa'), false);
		assert.equal(viewed.has({ ...list, account: 'two' }, 'aaaa'), false);
	});

	it('are reported when they change', async () => {
		const viewed = await open();
		let changes = 0;
		viewed.onDidChange(() => changes++);
		await viewed.mark(list, ['aaaa'], true);
		await viewed.read(list);
		assert.equal(changes, 1);
		await (await open()).mark(list, ['bbbb'], true);
		await viewed.read(list);
		assert.equal(changes, 2);
	});

	it('are none if the file is damaged', async () => {
		const viewed = await open();
		await viewed.mark(list, ['aaaa'], true);
		const { log } = readable();
		await writeFile(fileStorage(folder, log).pathOf(['viewed-files', 'one ~ana/editor-devel']), '{"');
		assert.equal((await open()).has(list, 'aaaa'), false);
	});
});
