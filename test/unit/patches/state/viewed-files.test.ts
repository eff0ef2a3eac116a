import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { ViewedFiles } from '../../../../src/patches/state/viewed-files.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

const file = (digest: string, seriesFile = '') => ({ digest, seriesFile });

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
		await one.mark(list, [file('aaaa')], true);
		await other.mark(list, [file('bbbb')], true);
		assert.deepEqual(
			[other.stateOf(list, file('aaaa')) === 'viewed', other.stateOf(list, file('bbbb')) === 'viewed'],
			[true, true],
		);
		await other.mark(list, [file('aaaa')], false);
		assert.equal((await open()).stateOf(list, file('aaaa')) === 'viewed', false);
		assert.equal((await open()).stateOf(list, file('bbbb')) === 'viewed', true);
	});

	it('are those of one list of one account', async () => {
		const viewed = await open();
		await viewed.mark(list, [file('aaaa')], true);
		assert.equal(viewed.stateOf({ ...list, list: 'other' }, file('aaaa')) === 'viewed', false);
		assert.equal(viewed.stateOf({ ...list, account: 'two' }, file('aaaa')) === 'viewed', false);
	});

	it('are known by their paths in all versions of a series', async () => {
		const viewed = await open();
		const one = { ...file('aaaa', 'x'), inSeries: { series: 7, path: 'src/a b.c' } };
		const net = { ...file('bbbb', 'net y'), inSeries: { series: 7, path: 'net.c' } };
		await viewed.mark(list, [one, net, file('cccc'), file('dddd', 'z')], true);
		const again = await open();
		assert.deepEqual([...again.pathsIn(list, 7)], ['src/a b.c', 'net.c']);
		assert.deepEqual([...again.pathsIn(list, 8)], []);
		const changed = [file('eeee', 'x'), file('eeee', 'net y'), file('eeee', 'z')];
		assert.deepEqual(
			changed.map((other) => again.stateOf(list, other)),
			['changed', 'changed', 'changed'],
		);
		await again.mark(list, [one], false);
		assert.deepEqual([...again.pathsIn(list, 7)], ['net.c']);
	});

	it('are known to have changed in another version', async () => {
		const viewed = await open();
		await viewed.mark(list, [file('aaaa', 'net x'), file('bbbb')], true);
		const again = await open();
		const states = [file('aaaa', 'net x'), file('cccc', 'net x'), file('cccc', 'y'), file('cccc')];
		assert.deepEqual(
			states.map((one) => again.stateOf(list, one)),
			['viewed', 'changed', 'new', 'new'],
		);
		await again.mark(list, [file('aaaa', 'net x')], false);
		assert.equal(again.stateOf(list, file('cccc', 'net x')), 'new');
	});
});
