import assert from 'node:assert/strict';
import { contextOf, trackerKinds } from '../../../../src/tickets/model/tracker-kind.ts';

describe('Editing and deleting a tracker', () => {
	it('is offered for the user’s own trackers only', () => {
		assert.deepEqual([trackerKinds.editTracker, trackerKinds.deleteTracker].map(contextOf), [
			'tracker own',
			'tracker own',
		]);
	});
});
