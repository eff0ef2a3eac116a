import assert from 'node:assert/strict';
import { findThreads, type SeriesSummary } from '../../../../../src/patches/state/lists/series-summary.ts';
import { waitingForMe } from '../../../../../src/patches/state/series/waiting-for-me.ts';
import { patchsetOf } from '../a-patchset.ts';

const list = { owner: '~ana', name: 'devel' };
const day = (number: number) => Date.UTC(2026, 1, number);
const [series = assert.fail()] = findThreads(new Map(), new Map([[1, patchsetOf(1)]])).series;
const one = (active: number, more: Partial<SeriesSummary>) => ({
	list,
	series: { ...series, active: day(active), replies: 1, lastSender: '~me', ...more },
});

describe('The series that wait for the user', () => {
	const waiting = (...own: readonly ReturnType<typeof one>[]) =>
		waitingForMe(own, [], '~me').map(({ series: { active } }) => new Date(active).getUTCDate());

	it('are their own ones that need a revision or that another user has answered, the newest first', () => {
		assert.deepEqual(
			waiting(
				one(1, { lastSender: '~bob' }),
				one(2, { status: 'needs_revision' }),
				one(3, { lastSender: undefined }),
				one(4, {}),
				one(5, { lastSender: '~bob', status: 'approved' }),
				one(6, { lastSender: '~bob', replies: 0 }),
			),
			[3, 2, 1],
		);
	});

	it('are those of others with a newer version than they have replied to', () => {
		const newest = { ...series.newest, date: day(5) };
		const reviewed = [day(4), day(6)].map((repliedAt) => ({ ...one(5, { newest }), repliedAt }));
		assert.deepEqual(waitingForMe([], reviewed, '~me'), reviewed.slice(0, 1));
	});
});
