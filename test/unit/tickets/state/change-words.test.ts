import assert from 'node:assert/strict';
import { describeEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import { ticketKind } from '../../../../src/tickets/state/change-words.ts';
import { describedEntryOf, entryOf } from '../../../kit/items/entries.ts';

describe('The words for a change of a ticket', () => {
	it('name the ticket, and say what the user wants', () => {
		const { ref, shortRef, text, verb, describeProgress } = describedEntryOf({ group: 'one' });
		assert.deepEqual([ref, shortRef, text, verb], ['~ana/editor#1', '#1', 'Confirmed', 'confirm']);
		assert.equal(describeProgress('one', '#1'), 'Confirming #1');
	});

	it('name the tracker and the title of a new ticket', () => {
		const { ticket: _, ...tracker } = entryOf().key;
		const change = { change: {}, creation: { title: 'It is slow' } };
		const entry = { ...entryOf(), key: tracker, steps: [{ group: 'one', change, at: 0 }] };
		const { ref, text, verb, describeProgress, row } = describeEntry(
			ticketKind(() => undefined),
			entry,
		);
		assert.deepEqual(
			[ref, text, verb, describeProgress('one', ref), row().change, row().name, row().title],
			[
				...['~ana/editor', 'New ticket “It is slow”', 'create a ticket in'],
				...['Creating a ticket in ~ana/editor', 'New ticket', '~ana/editor', 'It is slow'],
			],
		);
	});

	it('quote a comment', () => {
		const change = { comment: 'Thanks!' };
		const { text, verb, describeProgress } = describedEntryOf({ group: 'one', change });
		assert.deepEqual([text, verb], ['Comment “Thanks!”', 'comment on']);
		assert.equal(describeProgress('one', '#1'), 'Commenting on #1');
	});

	it('have the title in the row, if it is known', () => {
		const entries = [entryOf(), entryOf({ ticket: 2 })];
		const kind = ticketKind(({ ticket }) => (ticket === 1 ? 'It is slow' : undefined));
		assert.deepEqual(
			entries.map((entry) => describeEntry(kind, entry).row()),
			[
				['#1', 'It is slow', 'It is slow, ticket 1'],
				['#2', '', '~ana/editor#2, ticket 2'],
			].map(([name, title, spokenName], nth) => ({
				...{ change: 'Confirmed', name, title, spokenName },
				open: { id: 'tildeforge.openRow', title: 'Open Ticket' },
				about: { kind: 'change', key: entries[nth]?.key, entry: entries[nth]?.id },
			})),
		);
	});
});
