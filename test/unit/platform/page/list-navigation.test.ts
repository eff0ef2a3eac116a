import assert from 'node:assert/strict';
import {
	describePosition,
	ListNavigation,
	rowToFocusAfter,
	type ViewLists,
} from '../../../../src/platform/page/list-navigation.ts';

/** Lists of letters of the alphabet, by the id of the row above them. */
class Alphabet implements ViewLists<string> {
	readonly lists = new Map<string, readonly string[]>([
		['vowels', ['a', 'e', 'i']],
		['all', ['a', 'b', 'c', 'd', 'e']],
	]);
	itemsOf(listId: string): readonly string[] {
		return this.lists.get(listId) ?? [];
	}
	firstListWith(key: string): string | undefined {
		return [...this.lists].find(([, keys]) => keys.includes(key))?.[0];
	}
	readonly willBeShown: string[] = [];
	willShow(listId: string, index: number): void {
		this.willBeShown.push(`${listId} ${index}`);
	}
	rowIdIn = (listId: string, key: string): string => `${listId}/${key}`;
	idOf = (key: string): string => key.toUpperCase();
}

describe('Going through a list', () => {
	function open() {
		const lists = new Alphabet();
		return { lists, ways: new ListNavigation(lists) };
	}

	it('stays in the list that the page was opened from', () => {
		const { ways } = open();
		ways.begin('a', 'all');
		assert.deepEqual([ways.position('a'), ways.rowOf('a')], [{ number: 1, count: 5 }, 'all/a']);
		assert.equal(ways.next('a', 1), 'b');
		assert.deepEqual([ways.position('b'), ways.rowOf('b')], [{ number: 2, count: 5 }, 'all/b']);
		assert.equal(ways.next('b', -1), 'a');
	});

	it('tells the list which of its items is shown next', () => {
		const { lists, ways } = open();
		ways.begin('d', 'all');
		ways.next('d', 1);
		ways.next('e', 1);
		assert.deepEqual(lists.willBeShown, ['all 4']);
	});

	it('ends at both ends of the list', () => {
		const { ways } = open();
		ways.begin('i', 'vowels');
		assert.equal(ways.next('i', 1), undefined);
		ways.begin('a', 'vowels');
		assert.equal(ways.next('a', -1), undefined);
	});

	it('is offered where there is a previous or a next item', () => {
		const shown = [1, 2, 3].map((number) => describePosition({ number, count: 3 }));
		assert.deepEqual(shown, [
			{ text: '1 of 3', hasPrevious: false, hasNext: true },
			{ text: '2 of 3', hasPrevious: true, hasNext: true },
			{ text: '3 of 3', hasPrevious: true, hasNext: false },
		]);
		assert.equal(describePosition(undefined), null);
	});

	it('uses the first list with the item if the page was not opened from a list', () => {
		const { ways } = open();
		assert.deepEqual([ways.position('e'), ways.rowOf('e')], [{ number: 2, count: 3 }, undefined]);
		ways.join('e');
		assert.equal(ways.rowOf('e'), 'vowels/e');
		assert.equal(ways.next('e', 1), 'i');
		assert.deepEqual([ways.position('z'), ways.next('z', 1)], [undefined, undefined]);
	});

	it('uses a list that is read later than the page, and keeps the place that the page has shown', () => {
		const { lists, ways } = open();
		assert.equal(ways.position('z'), undefined);
		ways.join('z');
		lists.lists.set('late', ['z']);
		assert.deepEqual(ways.position('z'), { number: 1, count: 1 });
		lists.lists.set('late', ['y', 'z']);
		assert.deepEqual(ways.position('z'), { number: 2, count: 2 });
		ways.join('z');
		lists.lists.set('late', ['y']);
		assert.deepEqual(ways.position('z'), { number: 2, count: 2 });
		assert.equal(ways.next('z', -1), 'y');
	});

	it('uses another list if the item has left the one that the page was opened from', () => {
		const { ways } = open();
		ways.begin('b', 'vowels');
		assert.deepEqual([ways.rowOf('b'), ways.position('b')], [undefined, { number: 2, count: 5 }]);
		assert.equal(ways.next('b', 1), 'c');
	});

	it('keeps the order of the list as it was when the page was opened', () => {
		const { lists, ways } = open();
		ways.begin('a', 'all');
		lists.lists.set('all', ['e', 'd', 'c', 'a']);
		assert.equal(ways.next('a', 1), 'b');
	});

	it('forgets the list of a page that is closed', () => {
		const { ways } = open();
		ways.begin('e', 'all');
		ways.forget('e');
		assert.deepEqual([ways.rowOf('e'), ways.position('e')], [undefined, { number: 2, count: 3 }]);
	});
});

describe('The focus after an item has left its list', () => {
	const cases: readonly (readonly [what: string, now: readonly string[], row: string | undefined])[] = [
		['stays if the item is still there', ['c', 'b'], undefined],
		['goes to the next item', ['a', 'b', 'd', 'e'], 'all/d'],
		['goes to the next item that is still there', ['a', 'e'], 'all/e'],
		['goes to the item before the last one', ['a', 'b'], 'all/b'],
		['goes to the first item if only that is left', ['a'], 'all/a'],
		['goes to the list if nothing is left', [], 'all'],
	];
	for (const [what, now, row] of cases)
		it(what, () => {
			const lists = new Alphabet();
			const rowToFocus = rowToFocusAfter(lists, 'c', 'all');
			lists.lists.set('all', now);
			assert.equal(rowToFocus(), row);
		});
});
