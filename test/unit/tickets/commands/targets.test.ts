import assert from 'node:assert/strict';
import { draftOf, type Given, isLost } from '../../../../src/tickets/commands/targets.ts';

const row = { id: 'a', label: 'A' };
const key = { account: 'a', owner: '~ana', tracker: 'editor', ticket: 1 };

describe('The target of a command', () => {
	const given: Readonly<Record<string, readonly [Given, boolean]>> = {
		'no target, from the command palette': [[], false],
		'a row': [[row], false],
		'a row outside the selection': [[row, null], false],
		'selected rows': [[row, [row, { ...row, id: 'b' }]], false],
		'tickets without a row': [[undefined, [key]], false],
		'the menu of a page': [[undefined, { groupId: 0 }], false],
		'a row that is gone': [[undefined], true],
		'a row that is gone and outside the selection': [[undefined, null], true],
		'rows that are all gone': [[undefined, [undefined, undefined]], true],
		'rows, one of which is gone': [[row, [row, null]], true],
	};
	for (const [words, [what, lost]] of Object.entries(given)) {
		it(`is ${lost ? 'lost' : 'known'}: ${words}`, () => {
			assert.equal(isLost(what), lost);
		});
	}
});

describe('The draft that a command is called on', () => {
	const tracker = { account: 'a', owner: '~ana', tracker: 'editor' };
	const [ticketRow, otherRow, newTicketRow] = [key, { ...key, ticket: 2 }, tracker].map((about, nth) => ({
		id: `${nth}`,
		label: 'A draft',
		about,
	}));
	const given: Readonly<Record<string, readonly [Given, unknown]>> = {
		'the row alone': [[ticketRow], key],
		'the second of two selected rows': [[otherRow, [ticketRow, otherRow]], { ...key, ticket: 2 }],
		'the row of a new ticket, selected together with that of a ticket': [
			[newTicketRow, [ticketRow, newTicketRow]],
			tracker,
		],
		'a row, selected together with one that is gone': [[ticketRow, [undefined, ticketRow]], key],
		'a row that is gone': [[undefined, [ticketRow, undefined]], undefined],
	};
	for (const [words, [what, draft]] of Object.entries(given)) {
		it(`is that of the clicked row: ${words}`, () => {
			assert.deepEqual(draftOf(what), draft);
		});
	}
});
