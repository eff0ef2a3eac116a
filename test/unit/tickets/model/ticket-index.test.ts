import assert from 'node:assert/strict';
import { indexParts, TicketIndex } from '../../../../src/tickets/model/query/ticket-index.ts';
import { ticket } from '../../../kit/items/query-tickets.ts';

describe('An index of tickets', () => {
	const key = { account: 'a', owner: '~ana', tracker: 'editor' };
	const tickets = Array.from({ length: 2500 }, (_, nth) => ticket({ id: nth + 1 }));
	const index = new TicketIndex(indexParts([{ key, tickets }]));
	const reused = (...trackers: Parameters<typeof indexParts>[0] extends Iterable<infer T> ? T[] : never) =>
		[...indexParts(trackers, index)].map((part) => index.parts.includes(part));

	it('has the tickets of each tracker', () => {
		assert.deepEqual(index.tickets, tickets);
		assert.equal(index.has({ ...key, ticket: 2500 }), true);
		assert.equal(index.has({ ...key, ticket: 2501 }), false);
		assert.equal(index.has({ ...key, account: 'b', ticket: 1 }), false);
		assert.equal(index.has({ ...key, tracker: 'tools', ticket: 1 }), false);
	});

	it('is made again only for the tickets next to one that has changed', () => {
		assert.deepEqual(reused({ key, tickets }), [true, true, true]);
		assert.deepEqual(reused({ key, tickets: tickets.with(1500, ticket({ id: 1501 })) }), [true, false, true]);
		assert.deepEqual(reused({ key, tickets: [...tickets, ticket({ id: 2501 })] }), [true, true, false]);
		assert.deepEqual(reused({ key, tickets: tickets.slice(0, -1) }), [true, true, false]);
	});

	it('keeps what it knows of a tracker if another one comes before it', () => {
		const other = { key: { ...key, tracker: 'tools' }, tickets: [ticket({ id: 1 })] };
		assert.deepEqual(reused(other, { key, tickets }), [false, true, true, true]);
		assert.deepEqual(reused({ ...other, tickets }), [false, false, false]);
	});
});
