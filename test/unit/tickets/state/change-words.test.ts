import assert from 'node:assert/strict';
import { describeEntry } from '../../../../src/platform/state/outbox/described-entry.ts';
import { ticketKind } from '../../../../src/tickets/state/change-words.ts';
import { describedEntryOf, entryOf } from '../../../kit/items/entries.ts';

describe('The words for a change of a ticket', () => {
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
