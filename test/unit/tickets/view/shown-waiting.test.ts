import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { TicketEntry } from '../../../../src/tickets/state/pending-change.ts';
import { ShownWaiting } from '../../../../src/tickets/view/shown-waiting.ts';
import { entryOf, now, refused, waiting } from '../state/entries.ts';

describe('The row of waiting changes', () => {
	function open() {
		const changes = new Emitter<void>();
		const outbox = { entries: [] as readonly TicketEntry[], onDidChange: changes.event };
		const reported: string[] = [];
		const shown = new ShownWaiting({
			tickets: { outbox, known: () => undefined },
			changed: (row) => reported.push(row ? row.id : 'view'),
			changedTicket: ({ ticket }) => reported.push(`#${ticket}`),
			now: () => now,
		});
		/** What is reported when the outbox has these entries. */
		const put = (...entries: readonly TicketEntry[]) => {
			outbox.entries = entries;
			reported.length = 0;
			changes.fire();
			return [...new Set(reported)];
		};
		return { shown, put };
	}

	it('appears and disappears, and reports which tickets look different', () => {
		const { shown, put } = open();
		assert.deepEqual(shown.rows(), []);
		assert.deepEqual(put(entryOf()), ['#1']);
		assert.deepEqual(put(entryOf({ state: waiting() })), ['view', '#1']);
		assert.equal(shown.rows().length, 1);
		assert.deepEqual(put(entryOf({ state: refused() }), entryOf({ ticket: 2 })), ['waiting', '#1', '#2']);
		assert.deepEqual(put(), ['view', '#1', '#2']);
		shown.dispose();
		assert.deepEqual(put(entryOf()), []);
	});
});
