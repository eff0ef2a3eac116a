import assert from 'node:assert/strict';
import { newestOpenPatchsets } from '../../../../../src/patches/state/lists/open-patchsets.ts';
import { patchsetOf } from '../a-patchset.ts';

describe('The open patchsets that are read again', () => {
	it('are not applied, rejected or superseded, also if another server has more statuses', () => {
		const statuses = [
			'proposed',
			'applied',
			'approved',
			'superseded',
			'needs_revision',
			'rejected',
			'parked',
		];
		const patchsets = new Map(statuses.map((status, id) => [id, patchsetOf(id, { status })]));
		assert.deepEqual(newestOpenPatchsets(patchsets), [6, 4, 2, 0]);
	});

	it('are among the newest 500, because an old one would need all pages of the list', () => {
		const patchsets = new Map(
			Array.from({ length: 3000 }, (_, id) => [
				id,
				patchsetOf(id, { status: id % 100 === 7 ? 'proposed' : 'applied' }),
			]),
		);
		assert.deepEqual(newestOpenPatchsets(patchsets), [2907, 2807, 2707, 2607, 2507]);
	});
});
