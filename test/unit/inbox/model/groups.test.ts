import assert from 'node:assert/strict';
import type { InboxEntry } from '../../../../src/inbox/model/entry.ts';
import { countUnseen, groupEntries } from '../../../../src/inbox/model/groups.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { listEvent, numbered, repositoryEvent, ticketEvent } from '../events.ts';

const now = Date.parse('2026-03-05T00:00:00Z');
const hour = 60 * 60_000;
const entry = (event: ForgeEvent, seenAt?: number): InboxEntry => ({ event, addedAt: now, seenAt });

const keysOf = (entries: readonly InboxEntry[]) =>
	groupEntries(entries, now).map((group) => group.entries.map(({ event }) => event.key));

describe('The groups of the inbox', () => {
	const [reply, comment, push, status] = [
		entry(listEvent({ key: 'reply', at: '2026-03-04T08:00:00Z' })),
		entry(ticketEvent({ key: 'comment', at: '2026-03-04T07:00:00Z' })),
		entry(repositoryEvent({ key: 'push', at: '2026-03-04T09:00:00Z' })),
		entry(ticketEvent({ key: 'status', at: '2026-03-04T10:00:00Z' })),
	];

	it('have the newest group and event first, also of events that were heard of late', () => {
		assert.deepEqual(keysOf([status, reply, comment, push]), [['status', 'comment'], ['push'], ['reply']]);
	});

	it('have the event that was added last first if the times are the same', () => {
		const at = '2026-03-04T08:00:00Z';
		const events = ['first', 'second'].map((key) => entry(ticketEvent({ key, at })));
		assert.deepEqual(keysOf(events), [['second', 'first']]);
	});

	it('keep their order when an event is marked as seen, and count only the unseen ones', () => {
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

	it('show at most 20 seen events of a place, the newest, but all unseen ones', () => {
		const seen = numbered(1, 30).map((event) => entry(event, now));
		const unseen = numbered(31, 60).map((event) => entry(event));
		const [group] = groupEntries([...seen, ...unseen], now);
		assert.equal(group?.unseenCount, 30);
		assert.equal(group.entries.length, 50);
		assert.equal(group.entries.at(-1)?.event.key, 'event 11');
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
