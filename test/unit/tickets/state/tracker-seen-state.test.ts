import assert from 'node:assert/strict';
import {
	hasNews,
	mergeVisits,
	toTrackerSeenState,
} from '../../../../src/tickets/state/tracker-seen-state.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 4, 12, minute)).toISOString();
const seen = { upTo: at(10), unseen: [3] };

describe('What the user has seen of a tracker', () => {
	it('has no news in tickets that changed before, except in those that are named', () => {
		const news = (id: number, minute: number, visited?: number) =>
			hasNews(seen, { id, updated: at(minute) }, visited === undefined ? undefined : at(visited));
		assert.deepEqual([news(1, 9), news(1, 11), news(3, 9)], [false, true, true]);
		assert.deepEqual([news(1, 11, 11), news(3, 9, 9), news(3, 12, 9)], [false, false, true]);
	});

	it('takes in old visits, and names what was unseen until then', () => {
		const tickets = [1, 2, 3, 4, 5].map((id) => ({ id, updated: at(id + 9) }));
		const visits = new Map([
			[2, at(11)],
			[4, at(13)],
			[5, at(14)],
		]);
		const merged = mergeVisits(seen, { tickets, completeUpTo: Date.parse(at(60)), visits, keep: 1 });
		assert.deepEqual(merged, { seen: { upTo: at(13), unseen: [3] }, visits: new Map([[5, at(14)]]) });
	});

	it('takes in only visits before all changes are known', () => {
		const visits = new Map([
			[1, at(20)],
			[2, at(15)],
		]);
		const completeUpTo = Date.parse(at(15));
		const merged = mergeVisits(seen, { tickets: [], completeUpTo, visits, keep: 0 });
		assert.deepEqual(merged, { seen: { upTo: at(15), unseen: [] }, visits: new Map([[1, at(20)]]) });
	});

	it('names at most a thousand tickets, those that changed last', () => {
		const tickets = Array.from({ length: 1200 }, (_, id) => ({ id, updated: at(11 + id) }));
		const visits = new Map([[9999, at(5000)]]);
		const completeUpTo = Date.parse(at(6000));
		const merged = mergeVisits(seen, { tickets, completeUpTo, visits, keep: 0 });
		assert.equal(merged.seen.unseen.length, 1000);
		assert.deepEqual([Math.min(...merged.seen.unseen), Math.max(...merged.seen.unseen)], [200, 1199]);
	});

	for (const [what, stored] of [
		['nothing', undefined],
		['a number', 3],
		['a time that is none', 'yesterday'],
		['an object without exceptions', { upTo: at(1) }],
		['an object without a time', { unseen: [] }],
	] as const)
		it(`is not read from ${what}`, () => assert.equal(toTrackerSeenState(stored), undefined));
});
