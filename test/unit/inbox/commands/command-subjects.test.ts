import assert from 'node:assert/strict';
import { subjectsOfCommand } from '../../../../src/inbox/commands/command-subjects.ts';
import { targetOfEvent, targetOfPlace, targetOfSubject } from '../../../../src/inbox/model/inbox-target.ts';
import { groupBySubject } from '../../../../src/inbox/model/subjects.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { listEvent, ticketEvent } from '../events.ts';

const first = ticketEvent({ key: 'event 1' });
const second = ticketEvent({ key: 'event 2' });
const other = ticketEvent({ key: 'event 1', place: { ...first.place, account: 'other' } });
const entries = [first, second, other, listEvent()].map((event) => ({ event, addedAt: 0 }));

const eventsFor = (isForPlaces: boolean, ...rows: readonly unknown[]): readonly ForgeEvent[] =>
	subjectsOfCommand([rows[0], rows.length > 1 ? rows : undefined], entries, isForPlaces).flatMap((subject) =>
		subject.entries.map(({ event }) => event),
	);
const eventsOf = (...rows: readonly unknown[]) => eventsFor(false, ...rows);

describe('The subjects that a command was called on', () => {
	const [ticket] = groupBySubject(entries);
	assert.ok(ticket);

	it('are those of the chosen rows, each with all its events, and those of a place if the command is for places', () => {
		assert.deepEqual(eventsOf({ about: targetOfSubject(ticket.id) }), [first, second]);
		const rows = [targetOfPlace(listEvent().place), targetOfSubject(ticket.id)];
		assert.deepEqual(eventsFor(true, ...rows), [first, second, listEvent()]);
		assert.deepEqual(eventsOf(...rows), [first, second]);
	});

	it('have only the event of a notification, of its account', () => {
		assert.deepEqual(eventsOf(targetOfEvent(second)), [second]);
		assert.deepEqual(eventsOf(targetOfEvent(other)), [other]);
	});

	it('are none for what is no row of the inbox', () => {
		for (const row of [undefined, null, 'x', {}, { kind: 'inboxSubject' }, { kind: 'ticket', id: ticket.id }])
			assert.deepEqual(eventsOf(row), []);
	});
});
