import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ItemSeenState } from '../../../../src/inbox/state/item-seen-state.ts';
import type { SeriesKey } from '../../../../src/platform/model/keys.ts';
import { listEvent, repository, repositoryEvent, ticketEvent } from '../events.ts';

const at = (second: number) => new Date(second * 1000).toISOString();
const tracker = { account: 'ana', owner: '~ana', tracker: 'editor' };
const list = { account: 'ana', owner: '~ana', list: 'editor' };
const onTicket = (ticket: number, second: number) =>
	ticketEvent({ place: tracker, item: { ...tracker, ticket }, at: at(second) });
const onList = (item: SeriesKey | null, second: number) => listEvent({ place: list, item, at: at(second) });

describe('What the user has seen elsewhere', () => {
	it('counts again when the user looks again, but not when a page repeats it that has stayed visible', () => {
		const seen = new ItemSeenState();
		const look = (second: number, isRepeated?: boolean) =>
			seen.add({ at: { ...tracker, ticket: 1 }, upTo: at(second), ...(isRepeated && { isRepeated }) });
		assert.deepEqual(
			[look(10), look(10, true), look(5, true), look(11, true), look(11)],
			[true, false, false, true, true],
		);
		const commits = { repository, commits: ['a'], targets: {} };
		assert.deepEqual([seen.add(commits), seen.add(commits)], [true, true]);
	});

	it('does not change by a time that cannot be read', () => {
		const seen = new ItemSeenState();
		const ticket = { ...tracker, ticket: 1 };
		seen.add({ at: ticket, upTo: at(10) });
		seen.add({ at: ticket, upTo: 'soon' });
		assert.equal(seen.hasSeen(onTicket(1, 10)), true);
		seen.add({ at: ticket, upTo: at(20) });
		assert.equal(seen.hasSeen(onTicket(1, 20)), true);
		assert.equal(seen.hasSeen(ticketEvent({ place: tracker, item: ticket, at: 'soon' })), false);
	});

	it('is kept when the user looks at a long series', () => {
		const seen = new ItemSeenState();
		seen.add({ at: { ...tracker, ticket: 1 }, upTo: at(10) });
		for (let mail = 0; mail < 1500; mail++) seen.add({ at: { ...list, mail }, upTo: at(10) });
		assert.equal(seen.hasSeen(onTicket(1, 10)), true);
	});

	it('can be the newest commit of a push, also if the push becomes known later', () => {
		const seen = new ItemSeenState();
		const pushOf = (...ids: string[]) =>
			repositoryEvent({
				...{ at: at(99), target: ids[0] },
				commits: ids.map((id) => ({ id, message: '', author: '' })),
			});
		seen.add({ repository, commits: ['b'], targets: {} });
		const other = { ...pushOf('b'), place: { ...repository, repository: 'other' } };
		assert.deepEqual(
			[pushOf('b', 'a'), pushOf('c', 'b'), pushOf('a'), other].map((event) => seen.hasSeen(event)),
			[true, false, false, false],
		);
		for (const kind of ['ref-created', 'force-pushed'] as const)
			assert.equal(seen.hasSeen({ ...pushOf('b'), kind }), false, kind);
	});

	it('can be what a branch or tag leads to without new commits, up to that time', () => {
		const clock = mock.method(Date, 'now', () => 10_000);
		const seen = new ItemSeenState();
		const ref = 'refs/tags/v1';
		seen.add({ repository, commits: ['b'], targets: { [ref]: 'a' } });
		clock.mock.restore();
		const created = { kind: 'ref-created', ref, target: 'a', at: at(10) } as const;
		for (const [event, expected] of [
			[created, true],
			[{ ...created, at: at(11) }, false],
			[{ ...created, target: 'b' }, false],
			[{ ...created, ref: 'refs/tags/v2' }, false],
			[{ ...created, kind: 'ref-deleted' }, false],
			[{ ...created, kind: 'force-pushed' }, true],
		] as const)
			assert.equal(seen.hasSeen(repositoryEvent(event)), expected, JSON.stringify(event));
	});

	it('can be a patchset, a thread or a list', () => {
		const seen = new ItemSeenState();
		seen.add({ at: { ...list, patchset: 1 }, upTo: at(10) });
		seen.add({ at: { ...list, mail: 2 }, upTo: at(10) });
		const items = [{ patchset: 1 }, { patchset: 2 }, { mail: 1 }, { mail: 2 }].map((item) => ({
			...list,
			...item,
		}));
		assert.deepEqual(
			[...items, null].map((item) => seen.hasSeen(onList(item, 9))),
			[true, false, false, true, false],
		);
		seen.add({ at: list, upTo: at(9) });
		assert.equal(seen.hasSeen(onList(null, 9)), true);
	});
});
