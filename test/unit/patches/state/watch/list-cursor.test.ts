import assert from 'node:assert/strict';
import {
	isReportedInList,
	type ListCursor,
	moveListCursor,
	startListCursor,
} from '../../../../../src/patches/state/watch/list-cursor.ts';
import { patchsetOf } from '../a-patchset.ts';

const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);
const content = (
	mails: readonly number[],
	patchsets: readonly number[] = [],
	open: readonly number[] = [],
) => ({
	mails: new Map(mails.map((id) => [id, {}])),
	patchsets: new Map(
		patchsets.map((id) => [id, patchsetOf(id, { status: open.includes(id) ? 'proposed' : 'applied' })]),
	),
	details: undefined,
});
const nothing = { mails: new Set<number>(), patchsets: new Set<number>(), keys: [] };
const isReported = (cursor: ListCursor, kind: 'mail' | 'patchset', id: number) =>
	isReportedInList(cursor, { isVerified: true, [kind]: id });

describe('The cursor of a mailing list', () => {
	it('has the statuses of open patchsets and of the newest ones, at first and later', () => {
		const first = startListCursor(content([], from(1, 300), [3, 4]));
		const ids = ({ patchsets }: ListCursor) => Object.keys(patchsets.entries).map(Number);
		assert.deepEqual(ids(first), [3, 4, ...from(201, 100)]);
		const later = moveListCursor(first, content([], from(1, 310), [2, 4, 310]), nothing);
		assert.deepEqual(ids(later), [2, 4, ...from(211, 100)], 'patchset 2 has become known or open');
		assert.equal(later.patchsets.entries[310], 'proposed');
		assert.equal(later.patchsets.entries[2], 'proposed');
	});

	it('has neither the mails nor the patchset of a series that waits, and has a bounded size', () => {
		const waiting = { mails: new Set([12]), patchsets: new Set([2]), keys: ['series 12'] };
		let cursor = startListCursor(content([10], [1]));
		for (let last = 13; last < 3000; last += 100) {
			const patchsets = from(1, last - 10);
			cursor = moveListCursor(cursor, content(from(10, last - 9), patchsets, from(1, 1000)), waiting);
			assert.deepEqual(
				[isReported(cursor, 'mail', 12), isReported(cursor, 'mail', last)],
				[false, true],
				`up to ${last}`,
			);
			assert.deepEqual([isReported(cursor, 'patchset', 2), isReported(cursor, 'patchset', 3)], [false, true]);
		}
		assert.deepEqual(cursor.waiting, ['series 12']);
		const settled = moveListCursor(cursor, content(from(10, 2990), from(1, 2903), from(1, 1000)), nothing);
		const text = JSON.stringify(settled);
		assert.ok(text.length < 10_000, `${text.length} characters`);
	});
});
