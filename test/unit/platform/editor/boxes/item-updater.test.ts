import assert from 'node:assert/strict';
import type { QuickPick, QuickPickItem } from 'vscode';
import { itemUpdater } from '../../../../../src/platform/editor/boxes/item-updater.ts';

/** Imitates a quick pick: setting new items makes the first one active. */
function quickPick() {
	let items: readonly QuickPickItem[] = [];
	let setCount = 0;
	const input = {
		activeItems: [] as readonly QuickPickItem[],
		get items() {
			return items;
		},
		set items(next) {
			items = next;
			setCount += 1;
			input.activeItems = next.slice(0, 1);
		},
	};
	const update = itemUpdater(input as QuickPick<QuickPickItem>, (item) => item?.label);
	return { input, update, timesSet: () => setCount };
}

const rows = (...labels: readonly string[]) => labels.map((label) => ({ label }));

describe('Updating the items of a quick pick', () => {
	it('sets items only if they have changed', () => {
		const { update, timesSet } = quickPick();
		update(rows('a', 'b'));
		update(rows('a', 'b'));
		assert.equal(timesSet(), 1);
		update(rows('a', 'c'));
		assert.equal(timesSet(), 2);
	});

	it('keeps the active item active when it moves', () => {
		const { input, update } = quickPick();
		update(rows('a', 'b'));
		input.activeItems = input.items.slice(1);
		update(rows('new', 'a', 'b'));
		assert.deepEqual(input.activeItems, rows('b'));
	});

	it('leaves the first item active if the active one is gone, or the user is typing', () => {
		const { input, update } = quickPick();
		update(rows('a', 'b'));
		input.activeItems = input.items.slice(1);
		update(rows('c', 'a'));
		assert.deepEqual(input.activeItems, rows('c'));
		input.activeItems = input.items.slice(1);
		update(rows('d', 'a'), { keepsActive: false });
		assert.deepEqual(input.activeItems, rows('d'));
	});
});
