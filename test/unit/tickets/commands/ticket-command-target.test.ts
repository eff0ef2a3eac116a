import assert from 'node:assert/strict';
import type { CommandArguments } from '../../../../src/platform/view/command-arguments.ts';
import {
	commentOf,
	currentTickets,
	currentTracker,
	draftOf,
	queryNameOf,
	ticketsOf,
	trackerArguments,
	trackerOf,
} from '../../../../src/tickets/commands/ticket-command-target.ts';

const key = { account: 'a', owner: '~ana', tracker: 'editor', ticket: 1 };

describe('The draft that a command is called on', () => {
	const tracker = { account: 'a', owner: '~ana', tracker: 'editor' };
	const [ticketRow, otherRow, newTicketRow] = [key, { ...key, ticket: 2 }, tracker].map((about, nth) => ({
		id: `${nth}`,
		label: 'A draft',
		about: { kind: 'draft', key: about },
	}));
	const given: Readonly<Record<string, readonly [CommandArguments, unknown]>> = {
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
			assert.deepEqual(draftOf(what)?.key, draft);
		});
	}
});

describe('A command without arguments', () => {
	const row = { key: { ...key, ticket: 2 }, listId: 'open' };
	const page = { key, listId: undefined };
	const given: Readonly<Record<string, readonly [Parameters<typeof currentTickets>, unknown]>> = {
		'the page in front': [[key, [], false], [page]],
		'the page that the user has gone back to': [[key, [row], false], [page]],
		'the one ticket that was selected after the page was shown': [[key, [row], true], [row]],
		'the page, if the rows selected after it have no tickets': [[key, [], true], [page]],
		'the selected ticket, without a page': [[undefined, [row], false], [row]],
		'nothing, without a page and a selection': [[undefined, [], true], undefined],
	};
	for (const [words, [what, tickets]] of Object.entries(given)) {
		it(`applies to ${words}`, () => {
			assert.deepEqual(currentTickets(...what), tickets);
		});
	}
});

it('The name of a query is that of its row, and a filter has none', () => {
	const about = { kind: 'query', key: { account: 'a', owner: '~ana', tracker: 'editor' } };
	assert.equal(queryNameOf([{ about: { ...about, name: 'Open' } }]), 'Open');
	for (const row of [{ about }, { about: { ...about, kind: 'tracker', name: 'Open' } }, undefined])
		assert.equal(queryNameOf([row]), undefined);
});

describe('The tickets and the tracker that a command was called on', () => {
	const tracker = { account: 'a', owner: '~ana', tracker: 'editor' };
	const rowOf = (about: unknown) => ({ id: 'r', label: 'R', about });
	const inList = rowOf({ kind: 'ticket', key, listId: 'list' });

	it('are those of the row, with the list that it is in', () => {
		assert.deepEqual(ticketsOf([inList]), [{ key, listId: 'list' }]);
		assert.deepEqual(trackerOf([inList]), tracker);
	});

	it('are those of the row if it is the only selected one, or none is', () => {
		const other = rowOf({ kind: 'ticket', key: { ...key, ticket: 2 } });
		for (const rows of [[], [inList], null, undefined])
			assert.deepEqual(ticketsOf([inList, rows]), [{ key, listId: 'list' }]);
		assert.deepEqual(ticketsOf([inList, [other]]), [{ key: { ...key, ticket: 2 }, listId: undefined }]);
	});

	it('are those of all selected rows, each ticket once', () => {
		const again = rowOf({ kind: 'ticket', key, listId: 'other list' });
		const other = rowOf({ kind: 'draft', key: { ...key, ticket: 2 } });
		const chosen = ticketsOf([inList, [inList, other, again]]);
		assert.deepEqual(
			chosen.map(({ key: { ticket } }) => ticket),
			[1, 2],
		);
	});

	it('are none for the row of a comment for several tickets, which is not about each of them', () => {
		const tickets = [key, { ...key, ticket: 2 }];
		const comment = { kind: 'comment', key, tickets, text: 'text' };
		const row = rowOf(comment);
		assert.deepEqual([ticketsOf([row]), draftOf([row])], [[], undefined]);
		assert.deepEqual([commentOf([row]), commentOf([inList])], [comment, undefined]);
	});
});

describe('The tracker of a command without arguments', () => {
	const tracker = { account: 'a', owner: '~ana', tracker: 'editor' };
	const other = { ...tracker, tracker: 'other' };
	const rowOf = (about: object) => ({ id: 'row', label: 'A row', about });
	const otherRow = rowOf({ kind: 'tracker', key: other });

	it('is that of the page in front, or of the row that was selected since', () => {
		assert.deepEqual(currentTracker(key, [], false), tracker);
		assert.deepEqual(currentTracker(key, [otherRow], false), tracker);
		assert.deepEqual(currentTracker(key, [otherRow], true), other);
		assert.deepEqual(currentTracker(key, [rowOf({ kind: 'none' })], true), tracker);
	});
});

describe('A command on trackers', () => {
	const only = { id: 'only' };
	const [ticketRow, trackerRow] = (['ticket', 'tracker'] as const).map((kind) => ({ about: { kind, key } }));

	for (const [what, args, expected] of [
		['in the title, whatever row has the focus', [ticketRow, null], [only]],
		['in the title while no row has the focus', [null, null], [only]],
		['in the palette: it asks', [], []],
		[
			'on a row, which was there before the other trackers went',
			[trackerRow, undefined],
			[trackerRow, undefined],
		],
	] as const)
		it(`is for the only tracker of the view, or what it was called on: ${what}`, () =>
			assert.deepEqual(
				trackerArguments(args, only, () => false),
				expected,
			));
});
