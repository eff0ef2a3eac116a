import assert from 'node:assert/strict';
import type { Ticket } from '../../../../../src/forge/shapes/trackers.ts';
import {
	changedTickets,
	moveTrackerCursor,
	startTrackerCursor,
	type TrackerCursor,
	ticketsToCheck,
} from '../../../../../src/tickets/state/watch/tracker-cursor.ts';

const minute = 60_000;
const began = Date.parse('2026-03-01T00:00:00Z');

/** A ticket that last changed this many minutes after the beginning. */
const ticketOf = (id: number, minutes = id, more: Partial<Ticket> = {}): Ticket => ({
	...{ id, ref: '', tracker: null, title: `Ticket ${id}`, description: '', submitter: null },
	...{ created: at(id), updated: at(minutes), status: 'reported', resolution: 'unresolved' },
	...{ permissions: null, labels: [], assignees: [] },
	...more,
});
const at = (minutes: number) => new Date(began + minutes * minute).toISOString();

const tickets = (count: number) => new Map(Array.from({ length: count }, (_, i) => [i + 1, ticketOf(i + 1)]));
/** What is known of a tracker with more tickets. */
const newest = (tickets: ReadonlyMap<number, Ticket>) => ({ tickets, isComplete: false });
const numbers = (cursor: TrackerCursor, all: ReadonlyMap<number, Ticket>) =>
	changedTickets(cursor, all).map(({ ticket }) => ticket.id);

describe('The cursor of a tracker', () => {
	const all = tickets(300);
	const later = began + 1000 * minute;
	const cursor = startTrackerCursor(newest(all), 500, began);

	it('reads the times of a ticket once, however often the tracker is polled', () => {
		let reads = 0;
		const counted = new Map(
			[...all].map(([id, { updated, ...ticket }]) => [
				id,
				{
					...ticket,
					get updated() {
						reads += 1;
						return updated;
					},
				},
			]),
		);
		assert.deepEqual(numbers(cursor, counted), []);
		reads = 0;
		assert.deepEqual(numbers(cursor, counted), []);
		// The versions of the tickets with entries are compared.
		assert.equal(reads, Object.keys(cursor.tickets.entries).length);
	});

	for (const [name, away] of [
		['months ahead', 61 * 24 * 60],
		['right', 0],
		['months behind', -61 * 24 * 60],
	] as const) {
		it(`loses no change of a tracker whose tickets are all known if the clock is ${name}`, () => {
			const clock = began + (300 + away) * minute;
			const changed = new Map(all).set(2, ticketOf(2, 301));
			const known = startTrackerCursor({ tickets: all, isComplete: true }, 500, clock);
			const found = changedTickets(known, changed);
			assert.deepEqual(
				found.map(({ ticket, mayBeOld }) => [ticket.id, mayBeOld]),
				[[2, false]],
			);
		});

		it(`loses no change once all tickets of a tracker are known if the clock is ${name}`, () => {
			const clock = began + (300 + away) * minute;
			const first = new Map([...all].slice(250));
			const move = { reported: [], now: clock };
			const started = startTrackerCursor(newest(first), 500, clock);
			const left = [ticketOf(1)];
			const moved = moveTrackerCursor(started, { tickets: all, isComplete: true, ...move, left });
			assert.equal(moved.uncertainTo, started.uncertainTo, 'a ticket that may be old is not compared yet');
			const known = moveTrackerCursor(moved, { tickets: all, isComplete: true, ...move });
			assert.deepEqual(numbers(known, all), []);
			const found = changedTickets(known, new Map(all).set(2, ticketOf(2, 301)));
			assert.deepEqual(
				found.map(({ ticket, mayBeOld }) => [ticket.id, mayBeOld]),
				[[2, false]],
			);
		});
	}

	it('finds a change of an old ticket even if another one has a time in the far future', () => {
		const known = new Map(all).set(300, ticketOf(300, 300, { updated: '2099-01-01T00:00:00Z' }));
		const started = startTrackerCursor({ tickets: known, isComplete: true }, 500, later);
		assert.deepEqual(numbers(started, known), []);
		assert.deepEqual(numbers(started, new Map(known).set(3, ticketOf(3, 400))), [3]);
	});

	it('takes a change soon after the newest known one for one that may be old, if the clock is behind', () => {
		const behind = startTrackerCursor(newest(all), 500, began - 1000 * minute);
		const found = changedTickets(behind, new Map(all).set(2, ticketOf(2, 301)));
		assert.deepEqual(
			found.map(({ mayBeOld }) => mayBeOld),
			[true],
		);
	});

	it('checks once more, a little later, a ticket that was read in the minute in which it had changed', () => {
		const [recent, older] = [ticketOf(290, 400), ticketOf(291, 390)];
		const known = new Map(all).set(290, recent).set(291, older);
		const [first, second] = [began + 400 * minute + 500, began + 400 * minute + 3000];
		const reported = [recent, older].map((ticket) => ({ ticket, event: 501 }));
		const moved = moveTrackerCursor(cursor, { ...newest(known), reported: reported, now: first });
		const toCheck = (one: TrackerCursor, now: number) => ticketsToCheck(one, known, now).map(({ id }) => id);
		assert.deepEqual(numbers(moved, known), []);
		assert.deepEqual([toCheck(moved, first), toCheck(moved, second)], [[], [290]]);
		assert.deepEqual(toCheck(moved, moved.tickets.entries[290]?.checkAt ?? 0), [290]);
		assert.deepEqual(toCheck(moved, began), [290], 'the clock was set back');
		const tooEarly = moveTrackerCursor(moved, {
			...newest(known),
			reported: [{ ticket: recent, event: 501 }],
			now: first + 1,
		});
		assert.deepEqual(toCheck(tooEarly, second), [290]);
		assert.deepEqual(ticketsToCheck(moved, new Map(known).set(290, ticketOf(290, 401)), second), []);
		const checked = moveTrackerCursor(moved, {
			...newest(known),
			reported: [{ ticket: recent, event: 501 }],
			now: second,
		});
		assert.deepEqual(toCheck(checked, second + minute), []);
	});
});
