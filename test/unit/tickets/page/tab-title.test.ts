import assert from 'node:assert/strict';
import { newTicketTabTitle, ticketTabTitle } from '../../../../src/tickets/page/tab-title.ts';

const tracker = { account: 'one', owner: '~ana', tracker: 'editor' };

describe('The title of a tab', () => {
	for (const [title, shown] of [
		[undefined, '#7'],
		['Release 2.4.2?', '#7 Release 2.4.2?'],
		['a'.repeat(61), `#7 ${'a'.repeat(60)}…`],
	] as const) {
		it(`of a ticket is ${shown}`, () => {
			assert.equal(ticketTabTitle({ ...tracker, ticket: 7 }, title), shown);
		});
	}

	it('of a new ticket names its tracker', () => {
		assert.equal(newTicketTabTitle(tracker), 'New ticket in editor');
	});
});
