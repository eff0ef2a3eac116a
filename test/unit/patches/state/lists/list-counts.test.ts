import assert from 'node:assert/strict';
import { countsOf } from '../../../../../src/patches/state/lists/list-counts.ts';
import { findThreads } from '../../../../../src/patches/state/lists/series-summary.ts';
import { patchsetOf } from '../a-patchset.ts';

describe('The numbers in the row of a mailing list', () => {
	const nothing = { threads: { series: [], discussions: [] }, isComplete: true, hasOlder: false };
	const some = findThreads(
		new Map(),
		new Map([
			[1, patchsetOf(1)],
			[2, patchsetOf(2, { status: 'applied' })],
		]),
	);

	it('are unknown before anything was read', () =>
		assert.equal(countsOf({ ...nothing, isComplete: false }), undefined));

	it('are unknown if the mails of a list are known, but not all of its patchsets, and none is proposed', () => {
		const applied = findThreads(new Map(), new Map([[2, patchsetOf(2, { status: 'applied' })]]));
		assert.equal(countsOf({ ...nothing, threads: applied, isComplete: false }), undefined);
		assert.deepEqual(countsOf({ ...nothing, threads: applied }), {
			proposed: 0,
			withoutStatus: 0,
			mayBeMore: false,
		});
	});

	it('are those of proposed patchsets, and say whether there may be more', () => {
		assert.deepEqual(countsOf(nothing), { proposed: 0, withoutStatus: 0, mayBeMore: false });
		assert.deepEqual(countsOf({ ...nothing, threads: some }), {
			proposed: 1,
			withoutStatus: 0,
			mayBeMore: false,
		});
		assert.deepEqual(countsOf({ ...nothing, threads: some, hasOlder: true }), {
			...{ proposed: 1, withoutStatus: 0 },
			mayBeMore: true,
		});
		assert.deepEqual(countsOf({ ...nothing, threads: some, isComplete: false }), {
			...{ proposed: 1, withoutStatus: 0 },
			mayBeMore: true,
		});
	});
});
