import assert from 'node:assert/strict';
import { LastChoice } from '../../../src/commands/tickets/last-choice.ts';

const rows = (...ids: readonly string[]) => ids.map((id) => ({ id }));

describe('What the user chose last', () => {
	it('is a page as long as no row was selected after it', () => {
		const choice = new LastChoice();
		assert.equal(choice.isSelection, false);
		choice.select(rows('a'));
		assert.equal(choice.isSelection, true);
		choice.showPage();
		assert.equal(choice.isSelection, false);
		choice.select(rows('a', 'b'));
		assert.equal(choice.isSelection, true);
	});

	it('is not a selection that only becomes smaller, as when rows leave the list', () => {
		const choice = new LastChoice();
		choice.select(rows('a', 'b'));
		choice.showPage();
		choice.select(rows('b'));
		choice.select([]);
		assert.equal(choice.isSelection, false);
		choice.select(rows('b'));
		assert.equal(choice.isSelection, true);
	});
});
