import assert from 'node:assert/strict';
import { happenedAt } from '../../../../src/inbox/model/entry.ts';
import { ticketEvent } from '../events.ts';

describe('The time of an event', () => {
	const addedAt = Date.parse('2026-03-04T06:00:00Z');
	const cases = [
		['is the one that the server sent', '2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z'],
		['is never later than when it was heard of', '2126-03-04T05:06:07Z', '2026-03-04T06:00:00.000Z'],
		['is when it was heard of if the server sent none', 'yesterday', '2026-03-04T06:00:00.000Z'],
	] as const;
	for (const [name, at, expected] of cases) {
		it(name, () => {
			const time = happenedAt({ event: ticketEvent({ at }), addedAt });
			assert.equal(new Date(time).toISOString(), expected);
		});
	}
});
