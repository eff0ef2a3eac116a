import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Ticket, TicketEvent } from '../../../../../src/forge/shapes/trackers.ts';
import { AnswersHere } from '../../../../../src/tickets/state/answers-here.ts';
import { startTrackerCursor } from '../../../../../src/tickets/state/tracker-cursor.ts';
import { isKnownDelivery } from '../../../../../src/tickets/state/watch/is-known-delivery.ts';

describe('A delivery', () => {
	const at = '2026-03-04T05:06:07Z';
	const ticketOf = (id: number, more: Partial<Ticket> = {}): Ticket => ({
		...v.parse(Ticket, {
			id,
			title: 'Title',
			created: at,
			updated: at,
			status: 'reported',
			resolution: 'unresolved',
		}),
		...more,
	});
	const [reported, changedHere] = [ticketOf(1), ticketOf(2, { status: 'resolved' })];
	const cursor = startTrackerCursor(
		{ tickets: new Map([[1, reported]]), isComplete: false },
		50,
		Date.parse(at),
	);
	const answersHere = new AnswersHere();
	answersHere.remember(changedHere, [v.parse(TicketEvent, { id: 60, created: at })]);
	const cache = {
		tickets: new Map([reported, changedHere].map((ticket) => [ticket.id, ticket])),
		answersHere,
	};
	const header = { kind: 'event', delivery: 'one' } as const;
	const event = (id: number, ticket: Ticket | null) =>
		({
			...header,
			event: 'event:create',
			body: { ...v.parse(TicketEvent, { id, created: at }), ticket },
		}) as const;
	const update = (body: Ticket) => ({ ...header, event: 'ticket:update', body }) as const;

	for (const [name, delivery, expected] of [
		['of an event that was reported is known', event(50, reported), true],
		['of a later event is not', event(51, reported), false],
		['of an event that the answer to an own change had is known', event(60, changedHere), true],
		['of another event of that ticket is not', event(61, changedHere), false],
		['of an event without a ticket is not', event(50, null), false],
		['of a ticket as it was reported is known', update(reported), true],
		['of a ticket as an own change was answered is known', update(changedHere), true],
		['of a ticket that has changed since is not', update(ticketOf(2, { status: 'reported' })), false],
		['of an unknown ticket is not', update(ticketOf(3)), false],
		['of something else is not', { ...header, event: 'label:delete', body: { id: 1 } } as const, false],
		['that cannot be read is not', { ...header, kind: 'truncated', event: 'event:create' } as const, false],
	] as const)
		it(name, () => {
			assert.equal(isKnownDelivery(delivery, cache, cursor), expected);
		});

	it('is never known before the first read', () => {
		assert.equal(isKnownDelivery(update(changedHere), cache, undefined), false);
	});
});
