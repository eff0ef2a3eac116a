import assert from 'node:assert/strict';
import { SelectionSource } from '../../../../../src/platform/view/tree/selection-source.ts';

/** A choice and the rows selected in the view. */
function view() {
	let rows: readonly { readonly id: string }[] = [];
	return {
		choice: new SelectionSource(() => rows),
		select: (...ids: readonly string[]) => {
			rows = ids.map((id) => ({ id }));
		},
	};
}

describe('The user’s last choice', () => {
	it('is a page as long as no row is selected after it', () => {
		const { choice, select } = view();
		assert.equal(choice.isSelection, false);
		select('a');
		assert.equal(choice.isSelection, true);
		choice.didChooseEditor();
		assert.equal(choice.isSelection, false);
		select('a', 'b');
		assert.equal(choice.isSelection, true);
	});

	it('is not a selection that shrinks, as when rows leave the list, or that returns after a redraw', () => {
		const { choice, select } = view();
		select('a', 'b');
		choice.didChooseEditor();
		for (const rows of [['b'], [], ['a', 'b']]) {
			select(...rows);
			assert.equal(choice.isSelection, false, rows.join());
		}
	});

	it('is not a row that the view reports only after it has redrawn', () => {
		const { choice, select } = view();
		select('a');
		choice.didChooseEditor();
		select();
		choice.didChooseEditor();
		select('a');
		assert.equal(choice.isSelection, false);
	});

	it('is a row that was selected before, if the user selects it again', () => {
		const { choice, select } = view();
		const choose = (...ids: readonly string[]) => {
			select(...ids);
			choice.didSelect(ids.map((id) => ({ id })));
		};
		choose('a', 'b');
		choice.didChooseEditor();
		choose('b');
		assert.equal(choice.isSelection, false);
		choose('b', 'a');
		assert.equal(choice.isSelection, true);
		choice.didChooseEditor();
		assert.equal(choice.isSelection, false, 'the user has gone back to the page');
	});

	it('is not a row that the view selects because its page is in front, however late that happens', async () => {
		const { choice, select } = view();
		const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		select('a');
		choice.didChooseEditor();
		const following = [choice.follow('b', first.promise)];
		choice.didChooseEditor();
		following.push(choice.follow('c', second.promise));
		select('b');
		assert.equal(choice.isSelection, false);
		first.resolve();
		select('c');
		assert.equal(choice.isSelection, false);
		second.resolve();
		choice.didSelect([{ id: 'c' }]);
		await Promise.all(following);
		choice.didChooseEditor();
		select('b');
		choice.didSelect([{ id: 'b' }]);
		assert.equal(choice.isSelection, true);
	});

	it('counts how often the user selects rows, but not what the view selects by itself or reports after a redraw', async () => {
		const { choice, select } = view();
		const choose = (...ids: readonly string[]) => {
			select(...ids);
			choice.didSelect(ids.map((id) => ({ id })));
			return choice.selections;
		};
		assert.equal(choose('a'), 1);
		assert.equal(choose('a', 'b'), 2);
		assert.equal(choose('b'), 2);
		const { promise, resolve } = Promise.withResolvers<void>();
		const followed = choice.follow('c', promise);
		assert.equal(choose('c'), 2);
		resolve();
		await followed;
		assert.equal(choose('c', 'd'), 3);
	});
});
