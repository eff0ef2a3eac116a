import assert from 'node:assert/strict';
import { ItemMemory } from '../../../../../src/platform/state/cache/item-memory.ts';

interface Item {
	readonly id: number;
	readonly text: string;
	readonly version?: number;
}

function openItems() {
	const [stored, changes]: [Map<number, Item>, number[][]] = [new Map(), []];
	const known = new ItemMemory<number, Item>({
		store: {
			put: (items) => {
				for (const item of items) stored.set(item.id, item);
			},
			remove: (ids) => {
				for (const id of ids) stored.delete(id);
			},
		},
		idOf: ({ id }) => id,
		toStored: (item) => item,
		isSame: (one, other) => one.text === other.text,
		isOlder: (one, other) => (one.version ?? 0) < (other.version ?? 0),
		changed: (ids) => changes.push([...ids]),
	});
	const texts = () => [...known.all.values()].map(({ text }) => text);
	return { known, stored, changes, texts };
}

describe('The known items of a collection', () => {
	it('are those of the last answers, which report only what differs', () => {
		const { known, stored, changes, texts } = openItems();
		known.load(new Map([[1, { id: 1, text: 'old' }]]));
		known.putPage(
			[
				{ id: 1, text: 'old' },
				{ id: 2, text: 'new' },
			],
			known.sequence,
		);
		assert.deepEqual(texts(), ['old', 'new']);
		assert.deepEqual([changes, [...stored.keys()], known.revision], [[[2]], [2], 2]);
	});

	it('are kept as they come last if a page has them twice', () => {
		const { known, stored, texts } = openItems();
		known.putPage(
			[
				{ id: 1, text: 'first' },
				{ id: 1, text: 'last' },
			],
			known.sequence,
		);
		assert.deepEqual([texts(), stored.get(1)?.text], [['last'], 'last']);
	});

	it('are not replaced by an answer that was requested earlier', () => {
		const { known, texts } = openItems();
		const requestedAt = known.sequence;
		known.put({ id: 1, text: 'answer to a change' }, known.sequence);
		known.putPage([{ id: 1, text: 'page' }], requestedAt);
		known.put({ id: 1, text: 'read alone' }, requestedAt);
		known.drop(() => true, requestedAt);
		known.takeOver(new Map(), requestedAt);
		assert.deepEqual(texts(), ['answer to a change']);
		known.putPage([{ id: 1, text: 'later page' }], known.sequence);
		assert.deepEqual(texts(), ['later page']);
	});

	it('are the newer ones of two answers whose requests overlap, whichever request began first', () => {
		const { known, texts } = openItems();
		const requestedAt = known.sequence;
		known.putPage([{ id: 1, text: 'page', version: 1 }], requestedAt);
		known.put({ id: 1, text: 'newer than the page', version: 2 }, requestedAt);
		assert.deepEqual(texts(), ['newer than the page']);
		known.putPage([{ id: 1, text: 'newer page', version: 3 }], requestedAt);
		assert.deepEqual(texts(), ['newer page']);
		known.put({ id: 1, text: 'late', version: 2 }, requestedAt);
		assert.deepEqual(texts(), ['newer page']);
		known.put({ id: 1, text: 'after the clock of the forge was set back', version: 1 }, known.sequence);
		assert.deepEqual(texts(), ['after the clock of the forge was set back']);
	});

	it('of which not everything is known are replaced by any answer, and replace nothing', () => {
		const { known, changes, stored, texts } = openItems();
		const requestedAt = known.sequence;
		known.add({ id: 1, text: 'a part' });
		assert.deepEqual([texts(), changes, stored.get(1)?.text], [['a part'], [[1]], 'a part']);
		known.put({ id: 1, text: 'all' }, requestedAt);
		known.add({ id: 1, text: 'another part' });
		assert.deepEqual(texts(), ['all']);
		known.add({ id: 2, text: 'a part' });
		known.takeOver(new Map(), requestedAt);
		known.drop(() => true, requestedAt);
		assert.deepEqual(texts(), ['all', 'a part'], 'stays although a list without it was requested before');
	});

	it('do not come back with an answer from before all pages were read without them', () => {
		const { known, texts } = openItems();
		known.putPage([{ id: 1, text: 'deleted' }], known.sequence);
		const requestedAt = known.sequence;
		known.drop((id) => id === 1, requestedAt);
		known.put({ id: 1, text: 'deleted' }, requestedAt);
		assert.deepEqual(texts(), []);
	});

	it('do not come back with an earlier answer after they were deleted', () => {
		const { known, stored, changes, texts } = openItems();
		const page = [1, 2].map((id) => ({ id, text: `${id}` }));
		known.putPage(page, known.sequence);
		const requestedAt = known.sequence;
		changes.length = 0;
		known.remove(1);
		assert.deepEqual([texts(), [...stored.keys()], changes], [['2'], [2], [[1]]]);
		known.putPage(page, requestedAt);
		known.takeOver(new Map(page.map((item) => [item.id, item])), requestedAt);
		assert.deepEqual([texts(), [...stored.keys()]], [['2'], [2]]);
	});

	it('are not older than what was put before the disk was read', () => {
		const { known, texts } = openItems();
		known.put({ id: 1, text: 'new' }, known.sequence);
		known.load(new Map([[1, { id: 1, text: 'old' }]]));
		assert.deepEqual(texts(), ['new']);
	});

	it('are taken over from another window, without those that it has removed', () => {
		const { known, changes, stored, texts } = openItems();
		known.putPage(
			[1, 2, 3].map((id) => ({ id, text: 'old' })),
			known.sequence,
		);
		changes.length = 0;
		known.takeOver(
			new Map([
				[1, { id: 1, text: 'old' }],
				[2, { id: 2, text: 'new' }],
			]),
			known.sequence,
		);
		assert.deepEqual([texts(), changes], [['old', 'new'], [[2, 3]]]);
		// The other window has stored its own items.
		assert.equal(stored.get(2)?.text, 'old');
	});
});
