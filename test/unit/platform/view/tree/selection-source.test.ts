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
		choose('d');
		assert.equal(choose('d', 'c'), 4);
	});
});
