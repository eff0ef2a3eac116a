import assert from 'node:assert/strict';
import { subjectNamesOf } from '../../../../src/inbox/model/subjects.ts';
import { EventFileContent } from '../../../../src/inbox/state/event-file-content.ts';
import type { Line } from '../../../../src/inbox/state/event-lines.ts';
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
	it('are unseen again when the user marks them so, without a notification', () => {
		const stored = new EventFileContent();
		for (const event of numbered(1, 2)) stored.apply({ event, addedAt: now, isDue: true });
		stored.apply({ seen: ['event 1'], at: 7 });
		assert.equal(stored.apply({ unseenAgain: ['event 1', 'event 2', 'unknown'] }).hasChanged, true);
		assert.deepEqual(
			stored.entries.map(({ seenAt, isDue }) => [seenAt, isDue]),
			[
				[undefined, undefined],
				[undefined, true],
			],
		);
		assert.equal(stored.apply({ unseenAgain: ['event 1'] }).hasChanged, false);
	});

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

	it('are dropped 60 days after they were added, once the forge tells of something later, and never added again', () => {
		const stored = store([...numbered(1, 2), repositoryEvent({ key: 'push' })], now - day);
		const later = new Date(now + 60 * day).toISOString();
		const addedAt = now + 60 * day;
		stored.trim(now);
		assert.equal(stored.entries.length, 3);
		stored.trim(addedAt);
		stored.apply({ event: repositoryEvent({ key: 'push 2', at: later }), addedAt });
		assert.equal(stored.entries.length, 4);
		stored.apply({ event: ticketEvent({ key: 'later', at: later }), addedAt });
		stored.trim(addedAt + day);
		assert.deepEqual(keysOf(stored), ['push 2', 'later']);
		assert.equal(stored.knows('event 1'), true);
		stored.apply({ event: numbered(1, 1)[0], addedAt });
		assert.equal(stored.entries.length, 2);
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

	it('are at most 1,000, and lose the oldest seen ones first, then the oldest', () => {
		const stored = store(numbered(1, 1000));
		stored.apply({ seen: ['event 500', 'event 501'], at: now });
		for (const event of numbered(1001, 1003)) stored.apply({ event, addedAt: now });
		assert.equal(stored.entries.length, 1000);
		const dropped = numbered(1, 1003).filter(({ key }) => !stored.get(key));
		assert.deepEqual(
			dropped.map(({ key }) => key),
			['event 1', 'event 500', 'event 501'],
		);
		assert.equal(
			dropped.every(({ key }) => stored.knows(key)),
			true,
		);
	});

	it('are known by their keys for longer, up to a limit', () => {
		const stored = new EventFileContent();
		stored.apply({ known: Array.from({ length: 5001 }, (_, index) => `old ${index}`) });
		stored.trim(now);
		assert.equal(stored.knows('old 0'), false);
		assert.equal(stored.knows('old 1'), true);
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

	it('that the user has muted make room for later ones before unseen ones do', () => {
		const noise = Array.from({ length: 2 }, (_, nth) =>
			ticketEvent({ key: `noise ${nth}`, item: { ...tracker, ticket: 7 } }),
		);
		const stored = store([...numbered(1, 998), ...noise]);
		stored.apply({
			muted: { names: noise.flatMap(subjectNamesOf), title: '#7', place: '~ana/editor', at: now },
		});
		for (const event of numbered(999, 1000)) stored.apply({ event, addedAt: now });
		assert.deepEqual([keysOf(stored), stored.leftOut], [keysOf(store(numbered(1, 1000))), 0]);
	});

	it('of which some were too many count as seen if all that are not muted are', () => {
		const noise = ticketEvent({ key: 'noise', item: { ...tracker, ticket: 7 } });
		const stored = store([...numbered(1, 1000), noise]);
		assert.equal(stored.leftOut, 1);
		stored.apply({ muted: { names: subjectNamesOf(noise), title: '#7', place: '~ana/editor', at: now } });
		stored.apply({ seen: keysOf(stored).filter((key) => key !== 'noise'), at: now });
		assert.equal(stored.get('noise')?.seenAt, undefined);
		assert.equal(stored.leftOut, 0);
	});

	it('of which some were too many are the same, and seen, in a window that reads all lines at once', () => {
		const lines: readonly Line[] = [
			...numbered(1, 1200).map((event) => ({ event, addedAt: now })),
			{ seen: keysOf(store(numbered(201, 1200))), at: now },
		];
		const [follower, later] = [new EventFileContent(), new EventFileContent()];
		for (const line of lines) {
			follower.apply(line);
			follower.trim(now);
			later.apply(line);
		}
		later.trim(now);
		for (const stored of [follower, later]) {
			assert.deepEqual(keysOf(stored), keysOf(store(numbered(201, 1200))));
			assert.equal(
				stored.entries.every(({ seenAt }) => seenAt !== undefined),
				true,
			);
			assert.equal(stored.leftOut, 0);
		}
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

	it('of which some were too many count as seen if all that the rules let in are', () => {
		const noise = ticketEvent({ key: 'noise' });
		const storeWith = (events: readonly ForgeEvent[]) => {
			const stored = new EventFileContent(({ key }) => key === 'noise');
			for (const event of events) stored.apply({ event, addedAt: now });
			return stored;
		};
		assert.equal(storeWith([noise, ...numbered(1, 1000)]).leftOut, 0);
		const stored = storeWith([...numbered(1, 1000), noise]);
		assert.equal(stored.leftOut, 1);
		stored.apply({ seen: keysOf(stored).filter((key) => key !== 'noise'), at: now });
		assert.equal(stored.leftOut, 0);
	});

	it('are the same after they were written as lines', () => {
		const stored = store(numbered(1, 3));
		stored.apply({ event: ticketEvent({ key: 'due' }), addedAt: now, isDue: true });
		stored.apply({ claimed: ['due'], at: 9 });
		stored.apply({ seen: ['event 2'], at: 7 });
		stored.apply({ known: ['old'] });
		stored.apply({ cursor: 'tracker', value: [1] });
		const copy = new EventFileContent();
		for (const line of stored.toLines()) copy.apply(JSON.parse(JSON.stringify(line)));
		assert.deepEqual(JSON.stringify(copy.entries), JSON.stringify(stored.entries));
		assert.equal(copy.knows('old'), true);
		assert.deepEqual(copy.cursorOf('tracker'), [1]);
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
