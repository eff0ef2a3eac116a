import assert from 'node:assert/strict';
import { ItemMemory } from '../../../../../src/platform/state/cache/item-memory.ts';

interface Item {
	readonly id: number;
	readonly text: string;
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
		changed: (ids) => changes.push([...ids]),
	});
	const texts = () => [...known.all.values()].map(({ text }) => text);
	return { known, stored, changes, texts };
}

describe('The known items of a collection', () => {
	it('are those of the last answers, which report only what differs', () => {
		const { known, stored, changes, texts } = openItems();
		known.load(new Map([[1, { id: 1, text: 'old' }]]));
		known.put(
			[
				{ id: 1, text: 'old' },
				{ id: 2, text: 'new' },
			],
			known.begin(),
		);
		assert.deepEqual(texts(), ['old', 'new']);
		assert.deepEqual([changes, [...stored.keys()], known.revision], [[[2]], [2], 2]);
	});

	it('are kept as they come last if a page has them twice', () => {
		const { known, stored, texts } = openItems();
		known.put(
			[
				{ id: 1, text: 'first' },
				{ id: 1, text: 'last' },
			],
			known.begin(),
		);
		assert.deepEqual([texts(), stored.get(1)?.text], [['last'], 'last']);
	});

	it('are not replaced by an answer that was requested earlier', () => {
		const { known, texts } = openItems();
		const earlier = known.begin();
		known.put([{ id: 1, text: 'answer to a change' }], known.begin());
		known.put([{ id: 1, text: 'page' }], earlier);
		known.drop(() => true, earlier);
		known.takeOver(new Map(), earlier);
		assert.deepEqual(texts(), ['answer to a change']);
		known.put([{ id: 1, text: 'later page' }], known.begin());
		assert.deepEqual(texts(), ['later page']);
	});

	it('are those of the request that began last, whichever is answered first', () => {
		const { known, texts } = openItems();
		const [first, second, third] = [known.begin(), known.begin(), known.begin()];
		known.put([{ id: 1, text: 'second' }], second);
		known.put([{ id: 1, text: 'first' }], first);
		assert.deepEqual(texts(), ['second']);
		known.put([{ id: 1, text: 'third' }], third);
		known.put([{ id: 1, text: 'second' }], second);
		assert.deepEqual(texts(), ['third']);
	});

	it('do not come back with an earlier answer after they were deleted', () => {
		const { known, stored, changes, texts } = openItems();
		const page = [1, 2].map((id) => ({ id, text: `${id}` }));
		known.put(page, known.begin());
		const earlier = known.begin();
		changes.length = 0;
		known.remove(1);
		assert.deepEqual([texts(), [...stored.keys()], changes], [['2'], [2], [[1]]]);
		known.put(page, earlier);
		known.takeOver(new Map(page.map((item) => [item.id, item])), earlier);
		assert.deepEqual([texts(), [...stored.keys()]], [['2'], [2]]);
	});

	it('are not older than what was put before the disk was read', () => {
		const { known, texts } = openItems();
		known.put([{ id: 1, text: 'new' }], known.begin());
		known.load(new Map([[1, { id: 1, text: 'old' }]]));
		assert.deepEqual(texts(), ['new']);
	});

	it('are taken over from another window, without those that it has removed', () => {
		const { known, changes, stored, texts } = openItems();
		known.put(
			[1, 2, 3].map((id) => ({ id, text: 'old' })),
			known.begin(),
		);
		changes.length = 0;
		known.takeOver(
			new Map([
				[1, { id: 1, text: 'old' }],
				[2, { id: 2, text: 'new' }],
			]),
			known.begin(),
		);
		assert.deepEqual([texts(), changes], [['old', 'new'], [[2, 3]]]);
		// The other window has stored its own items.
		assert.equal(stored.get(2)?.text, 'old');
	});
});
