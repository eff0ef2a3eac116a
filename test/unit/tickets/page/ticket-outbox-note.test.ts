import assert from 'node:assert/strict';
import { firstOutboxEntry, ticketOutboxNote } from '../../../../src/tickets/page/ticket-outbox-note.ts';
import { entryOf, now, refused, waiting } from '../../../kit/items/entries.ts';

describe('A waiting change on the page of its ticket', () => {
	it('is the first one that is not about to be sent', () => {
		assert.equal(firstOutboxEntry([entryOf()], now), undefined);
		const found = firstOutboxEntry([entryOf(), entryOf({ ticket: 2, state: refused() })], now);
		assert.equal(found?.id, 'entry 2');
	});

	for (const [state, ageMs, button, isProblem] of [
		[waiting(), 0, 'Send Now', false],
		[waiting(), 3_600_000, 'Send Now', true],
		[refused(), 0, 'Send Again', true],
		[{ kind: 'conflict', theirs: 'Pending' }, 0, 'Use Mine', true],
	] as const) {
		it(`offers ${button} for ${state.kind} after ${ageMs} ms`, () => {
			const shown = ticketOutboxNote(entryOf({ state, ageMs }), now);
			assert.deepEqual([shown?.button, shown?.isProblem], [button, isProblem]);
		});
	}
});
