import assert from 'node:assert/strict';
import type { InboxEntry } from '../../../../src/inbox/model/entry.ts';
import { countUnseen, groupEntries, shownSubject } from '../../../../src/inbox/model/groups.ts';
import { groupBySubject } from '../../../../src/inbox/model/subjects.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { list, listEvent, numbered, repositoryEvent, ticketEvent, tracker } from '../events.ts';

const now = Date.parse('2026-03-05T00:00:00Z');
const hour = 60 * 60_000;
const entry = (event: ForgeEvent, seenAt?: number): InboxEntry => ({ event, addedAt: now, seenAt });

const keysOf = (entries: readonly InboxEntry[]) =>
	groupEntries(entries, now).map((group) =>
		group.subjects.map((subject) => subject.entries.map(({ event }) => event.key).join(' ')),
	);

describe('The groups of the inbox', () => {
	const [reply, comment, push, status] = [
		entry(listEvent({ key: 'reply', at: '2026-03-04T08:00:00Z' })),
		entry(ticketEvent({ key: 'comment', at: '2026-03-04T07:00:00Z' })),
		entry(repositoryEvent({ key: 'push', at: '2026-03-04T09:00:00Z' })),
		entry(ticketEvent({ key: 'status', item: { ...tracker, ticket: 7 }, at: '2026-03-04T10:00:00Z' })),
	];

	it('have the newest group and subject first, also if an older event is added later', () => {
		assert.deepEqual(keysOf([status, reply, comment, push]), [['status', 'comment'], ['push'], ['reply']]);
	});

	it('have the subject and event that was added last first if the times are the same', () => {
		const at = '2026-03-04T08:00:00Z';
		const events = ['first', 'second'].map((key) => entry(ticketEvent({ key, at })));
		const other = entry(ticketEvent({ key: 'other', at, item: { ...tracker, ticket: 7 } }));
		assert.deepEqual(keysOf([...events, other]), [['other', 'second first']]);
	});

	it('keep their order when an event is marked as seen, and count only subjects with unseen ones', () => {
		const entries = [comment, reply, { ...status, seenAt: now - hour }];
		const groups = groupEntries(entries, now);
		assert.deepEqual(keysOf(entries), [['status', 'comment'], ['reply']]);
		assert.deepEqual(
			groups.map(({ unseenCount }) => unseenCount),
			[1, 1],
		);
		assert.equal(countUnseen(groups), 2);
	});

	it('leave out what was seen more than a day ago', () => {
		const seen = [entry(comment.event, now - 25 * hour), entry(push.event, now - 23 * hour)];
		assert.deepEqual(keysOf([...seen, reply]), [['push'], ['reply']]);
	});

	it('show at most 20 seen subjects of a place (the newest), but all unseen ones', () => {
		const ofTickets = (from: number, to: number) =>
			numbered(from, to).map((event, index) => ({ ...event, item: { ...tracker, ticket: from + index } }));
		const seen = ofTickets(1, 30).map((event) => entry(event, now));
		const unseen = ofTickets(31, 60).map((event) => entry(event));
		const [group] = groupEntries([...seen, ...unseen], now);
		assert.equal(group?.unseenCount, 30);
		assert.equal(group.subjects.length, 50);
		assert.equal(group.subjects.at(-1)?.entries[0].event.key, 'event 11');
	});

	it('have one subject for each series of a busy day, which the badge counts', () => {
		const events = Array.from({ length: 340 }, (_, nth) =>
			listEvent({
				...(nth < 40 ? { kind: 'patchset', version: 1 } : { kind: 'reply', mail: nth }),
				key: `event ${nth}`,
				item: { ...list, patchset: nth % 40 },
			}),
		);
		const groups = groupEntries(
			events.map((event) => entry(event)),
			now,
		);
		assert.deepEqual([groups.length, groups[0]?.subjects.length, countUnseen(groups)], [1, 40, 40]);
	});

	it('show the unseen events of a subject, or else those that were seen lately, and keep its position and id', () => {
		const replies = [1, 2, 3].map((nth) =>
			listEvent({ key: `reply ${nth}`, at: `2026-03-04T0${nth}:00:00Z` }),
		);
		const [old, seen, unseen] = replies.map((event, index) =>
			entry(event, [now - 25 * hour, now - hour, undefined][index]),
		);
		assert.ok(old && seen && unseen);
		const shownOf = (...entries: readonly InboxEntry[]) => {
			const [subject] = groupBySubject(entries);
			const shown = subject && shownSubject(subject, now);
			return shown && [shown.id, shown.isUnseen, ...shown.entries.map(({ event }) => event.key)];
		};
		const id = groupBySubject([old])[0]?.id;
		assert.deepEqual(shownOf(old, seen, unseen), [id, true, 'reply 3']);
		assert.deepEqual(shownOf(old, seen, { ...unseen, seenAt: now }), [id, false, 'reply 3', 'reply 2']);
		assert.equal(shownOf(old), undefined);
	});

	it('are those of each account and kind of place', () => {
		const other = ticketEvent({ key: 'other', place: { ...ticketEvent().place, account: 'other' } });
		const groups = groupEntries([comment, push, entry(other)], now);
		assert.equal(new Set(groups.map(({ id }) => id)).size, 3);
		assert.equal(countUnseen(groups), 3);
	});

	it('are empty without events', () => {
		assert.deepEqual(groupEntries([], now), []);
		assert.equal(countUnseen([]), 0);
	});
});
