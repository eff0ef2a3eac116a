import assert from 'node:assert/strict';
import { TicketBulkEdit } from '../../../../src/tickets/commands/bulk-edit.ts';
import { entryOf } from '../state/entries.ts';

describe('Changing many tickets', () => {
	const keys = [1, 2].map((ticket) => entryOf({ ticket }).key);

	function open(undone: readonly number[] = []) {
		const done: unknown[] = [];
		const numbers = (all: readonly { readonly ticket: number }[]) => all.map(({ ticket }) => ticket).join();
		const bulkEdit = new TicketBulkEdit({
			tickets: {
				change: async (all, change, delayMs) => {
					done.push(['change', numbers(all), change, delayMs]);
				},
				comment: async (all, text) => {
					done.push(['comment', numbers(all), text]);
				},
				outbox: {
					undo: async (group) => {
						if (group !== undefined) done.push(`undo ${group}`);
						return undone.map((ticket) => entryOf({ ticket }));
					},
				},
			},
			hold: ({ ticket }) => done.push(`hold ${ticket}`),
			undoMs: () => 5000,
			note: (message) => done.push(message),
		});
		return { bulkEdit, done };
	}

	it('keeps their places in the view, and puts one change of all into the outbox', async () => {
		const { bulkEdit, done } = open();
		await bulkEdit.direct(keys, { status: 'confirmed' });
		assert.deepEqual(done, ['hold 1', 'hold 2', ['change', '1,2', { status: 'confirmed' }, 5000]]);
	});

	it('says that it comments on them', async () => {
		const { bulkEdit, done } = open();
		await bulkEdit.comment(keys, 'Thanks!');
		assert.deepEqual(done, ['hold 1', 'hold 2', ['comment', '1,2', 'Thanks!'], 'Commenting on 2 tickets…']);
	});

	it('says what was undone, or that there was nothing to undo', async () => {
		const one = open([2]);
		await one.bulkEdit.undo();
		const both = open([1, 2]);
		await both.bulkEdit.undo();
		const none = open();
		await none.bulkEdit.undo();
		assert.deepEqual(
			[...one.done, ...both.done, ...none.done],
			['Undone: #2', 'Undone: 2 tickets', 'Nothing to undo'],
		);
	});

	it('undoes only the change that the user has clicked, once for a double click', async () => {
		const one = open([2]);
		await one.bulkEdit.undo('shown');
		await one.bulkEdit.undo('shown');
		assert.deepEqual(one.done, ['undo shown', 'Undone: #2']);
		const none = open();
		await none.bulkEdit.undo('sent');
		assert.deepEqual(none.done, ['undo sent', 'Too late to undo: the change is being sent']);
	});
});
