import assert from 'node:assert/strict';
import { eventsOfCommand } from '../../../../src/inbox/commands/command-events.ts';
import { targetOfEvent } from '../../../../src/inbox/model/inbox-target.ts';
import { ticketEvent } from '../events.ts';

describe('The events that a command was called on', () => {
	it('are those of the account of the row', () => {
		const event = ticketEvent();
		const other = ticketEvent({ place: { ...event.place, account: 'other' } });
		const entries = [event, other].map((one) => ({ event: one, addedAt: 0 }));
		assert.deepEqual(eventsOfCommand([targetOfEvent(other)], entries), [other]);
	});
});
