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
});
