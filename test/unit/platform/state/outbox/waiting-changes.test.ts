import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { combineOutboxes } from '../../../../../src/platform/state/outbox/waiting-changes.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import { until } from '../../../../tools/until.ts';
import { Houses, hall, kitchen, openWindow } from './lamps.ts';

const neverMs = 3_600_000;

describe('Several outboxes', () => {
	const { folder, ending } = stage();
	const time = skippableTime();

	/** An outbox with its own folder, in two windows. */
	async function open(houses = new Houses()) {
		const storage = fileStorage(await folder(), readable().log);
		const window = async () => {
			const { outbox, send } = await openWindow({ storage, houses });
			ending(() => outbox.dispose());
			return { outbox, send };
		};
		return { houses, storage, window, ...(await window()) };
	}
	const dim = (brightness: number, key = kitchen) => [{ key, change: { brightness } }];

	it('have one list of changes, with the words for them', async () => {
		const [one, two] = [await open(), await open()];
		const all = combineOutboxes([one.outbox, two.outbox]);
		await two.outbox.add(dim(2), neverMs);
		await one.outbox.add([{ key: hall, change: { note: 'new' } }], neverMs);
		await two.outbox.add(dim(0), neverMs);
		assert.deepEqual(
			all.entries.map(({ ref, shortRef, text, verb, steps, describeProgress }) => [
				...[ref, shortRef, text, verb],
				steps.map(({ group }) => describeProgress(group, 'it')),
			]),
			[
				['home/hall', 'hall', 'Note new', 'dim', ['Dimming it']],
				['home/kitchen', 'kitchen', 'Brightness 0', 'dim', ['Dimming it', 'Switching off it']],
			],
		);
		assert.deepEqual(all.entries[0]?.row().spokenName, 'lamp hall');
		assert.equal(all.entries.every(all.isOwn), true);
	});

	it('undo the last change, whichever has it, then the one before', async () => {
		const [one, two] = [await open(), await open()];
		const all = combineOutboxes([one.outbox, two.outbox]);
		await one.outbox.add(dim(1), neverMs);
		time.skip(1000);
		await two.outbox.add(dim(2), neverMs);
		assert.equal(all.undoable?.group, two.outbox.undoable?.group);
		assert.deepEqual(
			(await all.undo(all.undoable?.group ?? '')).map(({ text }) => text),
			['Brightness 2'],
		);
		assert.equal(all.undoable?.group, one.outbox.undoable?.group);
		await one.outbox.undo();
		assert.deepEqual([all.undoable, await all.undo('gone')], [undefined, []]);
	});

	it('prefer to undo what the user did in this window', async () => {
		const [one, two] = [await open(), await open()];
		const other = await two.window();
		await one.outbox.add(dim(1), neverMs);
		time.skip(1000);
		await other.outbox.add(dim(2), neverMs);
		await until(() => two.outbox.entries.length === 1);
		const all = combineOutboxes([one.outbox, two.outbox]);
		assert.deepEqual(
			(await all.undo(all.undoable?.group ?? '')).map(({ text }) => text),
			['Brightness 1'],
		);
		assert.deepEqual(
			(await all.undo(all.undoable?.group ?? '')).map(({ text }) => text),
			['Brightness 2'],
		);
	});

	it('send and discard the changes that they are asked for, and report both', async () => {
		const [one, two] = [await open(), await open()];
		const all = combineOutboxes([one.outbox, two.outbox]);
		const settled: string[] = [];
		let changes = 0;
		const listening = [
			all.onDidSettle(({ entry }) => settled.push(entry.text)),
			all.onDidChange(() => changes++),
		];
		ending(() => listening.map((one) => one.dispose()));
		await one.outbox.add(dim(1), neverMs);
		await two.outbox.add([...dim(2), ...dim(3, hall)], neverMs);
		assert.ok(changes >= 2);
		const idOf = (text: string) => all.entries.find((entry) => entry.text === text)?.id ?? '';
		const discarded = idOf('Brightness 3');
		assert.deepEqual(await all.discard(discarded, 'unknown'), [discarded]);
		await all.sendNow(idOf('Brightness 1'));
		await all.sendAll([idOf('Brightness 2')]);
		await until(() => all.entries.length === 0);
		assert.deepEqual(settled.toSorted(), ['Brightness 1', 'Brightness 2']);
		assert.deepEqual(
			[one, two].map(({ houses }) => houses.lamps.get('home/kitchen')?.brightness),
			[1, 2],
		);
	});

	it('finish what is pending in any of them before a window closes', async () => {
		const [one, two] = [await open(), await open()];
		const all = combineOutboxes([one.outbox, two.outbox]);
		const { signal } = new AbortController();
		assert.equal(all.finish(signal), undefined);
		await two.outbox.add(dim(2), neverMs);
		await all.finish(signal);
		assert.equal(two.houses.lamps.get('home/kitchen')?.brightness, 2);
	});
});
