import assert from 'node:assert/strict';
import { idOfPlace } from '../../../../src/inbox/model/places.ts';
import { subjectNamesOf } from '../../../../src/inbox/model/subjects.ts';
import { EventFileContent } from '../../../../src/inbox/state/event-file-content.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { listEvent, numbered, repositoryEvent, ticketEvent, tracker } from '../events.ts';

const now = Date.parse('2026-03-05T00:00:00Z');
const day = 24 * 60 * 60_000;

function store(events: readonly ForgeEvent[], addedAt = now) {
	const stored = new EventFileContent();
	for (const event of events) stored.apply({ event, addedAt });
	return stored;
}

const keysOf = (stored: EventFileContent) => stored.entries.map(({ event }) => event.key);

describe('The stored events', () => {
	it('are muted by what they are about, also after the file is rewritten, until they are not', () => {
		const [event, other] = [ticketEvent(), ticketEvent({ item: { ...tracker, ticket: 7 } })];
		const muted = { names: subjectNamesOf(event), title: '#42', place: '~ana/editor', at: now };
		const stored = store([event]);
		assert.equal(stored.apply({ muted }).hasChanged, true);
		const rewritten = new EventFileContent();
		for (const line of stored.toLines()) rewritten.apply(line);
		assert.deepEqual([rewritten.isMuted(event), rewritten.isMuted(other)], [true, false]);
		assert.deepEqual(rewritten.muted, [muted]);
		rewritten.apply({ unmuted: [...muted.names] });
		assert.deepEqual([rewritten.isMuted(event), rewritten.muted], [false, []]);
	});

	it('are muted with all of their place', () => {
		const stored = store([]);
		const muted = { names: [idOfPlace(tracker)], title: '~ana/editor', place: 'tracker', at: now };
		stored.apply({ muted });
		const elsewhere = ticketEvent({ place: { ...tracker, tracker: 'other' } });
		assert.deepEqual(
			[ticketEvent(), elsewhere].map((event) => stored.isMuted(event)),
			[true, false],
		);
	});

	it('are dropped 60 days after they were added if the forge tells no times', () => {
		const stored = store([repositoryEvent()], now - day);
		stored.trim(now + 59 * day);
		assert.equal(stored.entries.length, 1);
		stored.trim(now + 60 * day);
		assert.equal(stored.entries.length, 0);
	});

	it('stay if the clock of the computer is ahead for a moment', () => {
		const stored = store(numbered(1, 1000));
		stored.trim(now + 61 * day);
		stored.apply({ event: numbered(1001, 1001)[0], addedAt: now + 61 * day });
		stored.apply({ seen: ['event 1001'], at: now + 61 * day });
		stored.trim(now);
		assert.equal(stored.entries.length, 1000);
	});

	it('stay if the clock is ahead for a moment, also beside a mail with a date in the future', () => {
		const stored = store([...numbered(1, 2), listEvent({ key: 'future', at: '2036-03-04T05:06:07Z' })]);
		stored.trim(now + 61 * day);
		assert.deepEqual(keysOf(stored), ['event 1', 'event 2', 'future']);
	});

	it('are not read again if they are damaged or of a kind that only a later version knows', () => {
		const stored = new EventFileContent();
		const later = { ...ticketEvent(), kind: 'exploded' };
		assert.equal(stored.apply({ event: later, addedAt: now }).hasChanged, false);
		for (const damaged of [null, 7, 'event', {}]) stored.apply({ event: damaged, addedAt: now });
		assert.deepEqual(stored.entries, []);
		assert.equal(stored.knows('event 1'), true);
	});

	it('have the last cursor of each resource, for the resources that were read last', () => {
		const stored = new EventFileContent();
		for (let nth = 0; nth < 5000; nth++) stored.apply({ cursor: `tracker ${nth}`, value: nth });
		stored.trim(now);
		assert.equal(stored.cursorOf('tracker 0'), 0);
		stored.apply({ cursor: 'tracker 0', value: 'newer' });
		stored.apply({ cursor: 'list', value: 1 });
		stored.trim(now);
		assert.equal(stored.cursorOf('tracker 0'), 'newer');
		assert.equal(stored.cursorOf('tracker 1'), undefined);
		assert.equal(stored.cursorOf('tracker 2'), 2);
		stored.apply({ cursor: 'tracker 2' });
		assert.equal(stored.cursorOf('tracker 2'), undefined);
	});

	it('that are too old make room for later ones and are not left out, even in a window that reads all lines at once', () => {
		const stored = store(numbered(1, 1000), now - 61 * day);
		stored.apply({ event: numbered(1001, 1001)[0], addedAt: now, seenAt: now });
		for (const event of numbered(1002, 1003)) stored.apply({ event, addedAt: now });
		stored.trim(now);
		assert.deepEqual([keysOf(stored), stored.leftOut], [keysOf(store(numbered(1001, 1003))), 0]);
	});

	it('say how many unseen ones were too many, until the user has seen all, also after a rewrite', () => {
		const stored = store(numbered(1, 1000));
		stored.apply({ seen: ['event 1'], at: now });
		for (const event of numbered(1001, 1500)) stored.apply({ event, addedAt: now });
		stored.apply({ muted: { names: ['other'], title: '#7', place: '~ana/editor', at: now } });
		assert.equal(stored.leftOut, 499);
		const copy = new EventFileContent();
		for (const line of stored.toLines()) copy.apply(JSON.parse(JSON.stringify(line)));
		assert.equal(copy.leftOut, 499);
		copy.apply({ seen: keysOf(copy).slice(1), at: now });
		assert.equal(copy.leftOut, 499);
		copy.apply({ seen: keysOf(copy).slice(0, 1), at: now });
		assert.equal(copy.leftOut, 0);
	});

	it('of which some were too many count as seen once all others are, even if a window that reads all lines at once still has old ones', () => {
		const muted = { names: ['other'], title: '#7', place: '~ana/editor', at: now };
		const seen = [...numbered(4, 1001).map(({ key }) => key), 'newest'];
		const newest = ticketEvent({ key: 'newest', at: new Date(now).toISOString() });
		for (const lines of [[{ seen, at: now }], [{ seen, at: now - 5 * day }, { muted }]]) {
			const stored = store(numbered(1, 2), now - 61 * day);
			for (const event of numbered(3, 1001)) stored.apply({ event, addedAt: now - 5 * day });
			assert.deepEqual([keysOf(stored)[0], stored.leftOut], ['event 2', 1]);
			stored.apply({ known: ['event 3'] });
			stored.apply({ event: newest, addedAt: now });
			for (const line of lines) stored.apply(line);
			assert.equal(stored.leftOut, 0);
		}
	});

	it('are too old if the forge has told of something that happened 60 days later', () => {
		const daysAgo = (days: number) => new Date(now - days * day).toISOString();
		const [old, recent] = [ticketEvent({ at: daysAgo(61) }), ticketEvent({ at: daysAgo(1) })];
		const push = repositoryEvent({ at: daysAgo(-61) });
		const tooOldOf = (events: readonly ForgeEvent[], clock = now, stored = store([])) => [
			...stored.tooOldOf(events, clock),
		];
		assert.deepEqual(tooOldOf([old, ticketEvent({ at: daysAgo(0) })]), [old]);
		assert.deepEqual(tooOldOf([old], now, store([ticketEvent({ at: daysAgo(0) })])), [old]);
		assert.deepEqual(tooOldOf([recent, ticketEvent({ at: '' }), push], now + 61 * day), []);
		assert.deepEqual(tooOldOf([push, recent], now - 61 * day), []);
		assert.deepEqual(tooOldOf([recent, ticketEvent({ at: daysAgo(-1000) })]), []);
	});
});
