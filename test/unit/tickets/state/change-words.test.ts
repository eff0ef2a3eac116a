import assert from 'node:assert/strict';
import { emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import { describeTicketEntry, describeTicketOutbox } from '../../../../src/tickets/state/change-words.ts';
import { entryOf } from './entries.ts';

describe('The words for a change of a ticket', () => {
	it('name the ticket, and say what the user wants', () => {
		const { ref, shortRef, text, verb, describeProgress, becomesDraft } = describeTicketEntry(
			entryOf({ group: 'one' }),
		);
		assert.deepEqual([ref, shortRef, text, verb], ['~ana/editor#1', '#1', 'Confirmed', 'confirm']);
		assert.deepEqual([describeProgress('one', '#1'), becomesDraft], ['Confirming #1', false]);
	});

	it('say that a comment becomes a draft', () => {
		const entry = entryOf({
			group: 'one',
			change: { comment: 'Thanks!' },
			draft: { ...emptyBody, text: 'Thanks!' },
		});
		const { text, verb, describeProgress, becomesDraft } = describeTicketEntry(entry);
		assert.deepEqual([text, verb], ['Comment “Thanks!”', 'comment on']);
		assert.deepEqual([describeProgress('one', '#1'), becomesDraft], ['Commenting on #1', true]);
	});

	it('have the title in the row, if it is known', () => {
		const entries = [entryOf(), entryOf({ ticket: 2 })];
		const known = ({ ticket }: { readonly ticket: number }) =>
			ticket === 1 ? { title: 'It is slow' } : undefined;
		const outbox = describeTicketOutbox({ outbox: { entries }, known } as never);
		assert.deepEqual(
			outbox.entries.map((entry) => entry.row()),
			[
				['#1 It is slow', 'It is slow, ticket 1'],
				['#2 ~ana/editor#2', '~ana/editor#2, ticket 2'],
			].map(([label, spokenName], nth) => ({
				...{ label, spokenName, open: { id: 'tildeforge.openRow', title: 'Open Ticket' } },
				about: { kind: 'change', key: entries[nth]?.key, entry: entries[nth]?.id },
			})),
		);
	});
});
