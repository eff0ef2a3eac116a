import assert from 'node:assert/strict';
import { LastChoice } from '../../../src/commands/tickets/last-choice.ts';

/** A choice, and the rows that the view has selected. */
function view() {
	let rows: readonly { readonly id: string }[] = [];
	return {
		choice: new LastChoice(() => rows),
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
		choice.showPage();
		assert.equal(choice.isSelection, false);
		select('a', 'b');
		assert.equal(choice.isSelection, true);
	});

	it('is not a selection that only becomes smaller, as when rows leave the list, or that is back after a redraw', () => {
		const { choice, select } = view();
		select('a', 'b');
		choice.showPage();
		for (const rows of [['b'], [], ['a', 'b']]) {
			select(...rows);
			assert.equal(choice.isSelection, false, rows.join());
		}
	});

	it('is not a row that the view selects because its page is in front, however late it does so', async () => {
		const { choice, select } = view();
		const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		select('a');
		choice.showPage();
		const following = [choice.follow('b', first.promise)];
		choice.showPage();
		following.push(choice.follow('c', second.promise));
		select('b');
		assert.equal(choice.isSelection, false);
		first.resolve();
		select('c');
		assert.equal(choice.isSelection, false);
		second.resolve();
		await Promise.all(following);
		choice.showPage();
		select('b');
		assert.equal(choice.isSelection, true);
	});
});
