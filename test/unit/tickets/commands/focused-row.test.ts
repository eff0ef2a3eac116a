import assert from 'node:assert/strict';
import { FocusedRow, rowsOfLetter } from '../../../../src/tickets/commands/focused-row.ts';

const rowsOf = (letters: string) => [...letters].map((id) => ({ id }));

describe('The row that has the focus in the view', () => {
	const found = (selections: readonly string[], before: readonly string[] = []) => {
		const focused = new FocusedRow();
		for (const rows of before) focused.didSelect(rowsOf(rows));
		focused.willToggle();
		for (const rows of selections) focused.didSelect(rowsOf(rows));
		return focused.take()?.id;
	};

	const cases: readonly [what: string, selections: readonly string[], expected: string | undefined][] = [
		['is found if it is the selected one', ['', 'a'], 'a'],
		['is found if it is one of the selected ones', ['ac', 'acb'], 'b'],
		['is found if another one is selected', ['ab', 'a'], 'b'],
		['is found if none is selected', ['b', ''], 'b'],
		['is found if the view has redrawn just before', ['a', 'ab', 'a'], 'b'],
		['is unknown if the view was redrawing', ['abc', 'a'], undefined],
		['is unknown if none was toggled', [], undefined],
		['is unknown if the view has only redrawn', ['a'], undefined],
	];
	for (const [what, selections, expected] of cases) it(what, () => assert.equal(found(selections), expected));

	it('is not one that was selected before the key was pressed', () => {
		assert.equal(found([], ['a', 'ab']), undefined);
		assert.equal(found(['a'], ['a', 'ab']), undefined);
	});

	it('is found for each of two keys', () => {
		const focused = new FocusedRow();
		// The second key is pressed before the first has arrived.
		focused.willToggle();
		focused.willToggle();
		for (const rows of ['ab', 'a']) focused.didSelect(rowsOf(rows));
		assert.equal(focused.take()?.id, 'b');
		for (const rows of ['ac', 'a']) focused.didSelect(rowsOf(rows));
		assert.equal(focused.take()?.id, 'c');
		assert.equal(focused.take(), undefined);
	});
});

describe('A letter in the view', () => {
	const acting = (focused: string, selection: string) =>
		rowsOfLetter({ id: focused }, rowsOf(selection))
			.map(({ id }) => id)
			.join('');

	it('acts on the row with the focus, not on another one that is selected', () => {
		assert.equal(acting('b', 'a'), 'b');
		assert.equal(acting('b', ''), 'b');
		assert.equal(acting('c', 'ab'), 'c');
	});

	it('acts on all selected rows if it is pressed on one of them, which comes last', () => {
		assert.equal(acting('a', 'abc'), 'bca');
	});
});
