import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { QueueFile } from '../../../../../src/platform/state/outbox/queue-file.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { hall, type LampEntry, type LampKey, lampEntry, lamps, office } from './lamps.ts';

describe('The file of an outbox', () => {
	const { folder } = stage();

	async function open() {
		const { log } = readable();
		const storage = fileStorage(await folder(), log);
		const window = (isLocal?: (key: LampKey) => boolean) =>
			new QueueFile({ storage, format: lamps, log, ...(isLocal && { isLocal }) });
		return { storage, window, file: window() };
	}
	const adding =
		(id: string, more: Partial<LampEntry> = {}) =>
		(queue: readonly LampEntry[]) => [...queue, lampEntry(id, more)];
	const ids = (queue: readonly LampEntry[]) => queue.map(({ id }) => id);

	it('has the changes of all windows, however close they follow each other', async () => {
		const { file, window } = await open();
		const other = window();
		assert.deepEqual(await file.read(), []);
		await Promise.all(
			['a', 'b', 'c', 'd'].map((id, nth) => (nth % 2 === 0 ? file : other).change(adding(id))),
		);
		assert.deepEqual(ids(await file.read()).sort(), ['a', 'b', 'c', 'd']);
		assert.deepEqual(await other.read(), await file.read());
	});

	it('is not written if nothing changes', async () => {
		const { file, storage } = await open();
		await file.change((queue) => queue);
		assert.equal(await storage.read(['queue', 'all']), undefined);
	});

	it('leaves out the entries of items that exist only in one window', async () => {
		const { file, window, storage } = await open();
		await file.change(adding('shared', { key: office }));
		const sample = window(({ room }) => room === 'hall');
		assert.deepEqual(ids(await sample.change(adding('local', { key: hall }))), ['shared', 'local']);
		assert.deepEqual(ids(await sample.read()), ['shared', 'local']);
		assert.deepEqual(ids(await file.read()), ['shared']);
		assert.ok(!(await storage.read(['queue', 'all']))?.includes('local'));
		await sample.change((queue) => queue.filter(({ id }) => id !== 'local'));
		assert.deepEqual(ids(await sample.read()), ['shared']);
	});

	it('keeps on disk what is there, even if its item seems to exist only in this window', async () => {
		const { file, window } = await open();
		await file.change(adding('stored', { key: hall }));
		await window(() => true).change(adding('other', { key: office }));
		assert.deepEqual(ids(await window().read()), ['stored']);
	});

	it('loses nothing if another window takes the lock and writes before a hung one continues', async () => {
		const { file, window, storage } = await open();
		await file.change(adding('one'));
		const other = window();
		let theirs: Promise<unknown> | undefined;
		await file.change((queue) => {
			if (!theirs) {
				// What another window does that takes this one for hung.
				rmSync(`${storage.pathOf(['writing'])}.lock`, { recursive: true });
				theirs = other.change(adding('theirs'));
			}
			return [...queue, lampEntry('late')];
		});
		await theirs;
		assert.deepEqual(ids(await window().read()).toSorted(), ['late', 'one', 'theirs']);
	});

	it('is empty if it has something else than entries, which is kept elsewhere', async () => {
		const { file, storage } = await open();
		for (const text of ['{"', '{}']) {
			await storage.replace(['queue', 'all'], text);
			assert.deepEqual(ids(await file.read()), []);
		}
		assert.equal(file.damagedCount, 2);
		assert.deepEqual(ids(await file.change(adding('one'))), ['one']);
	});
});
