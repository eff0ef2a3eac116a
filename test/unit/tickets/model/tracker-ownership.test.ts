import assert from 'node:assert/strict';
import { contextOf, requiredOwnership } from '../../../../src/tickets/model/tracker-ownership.ts';

describe('Editing and deleting a tracker', () => {
	it('is offered for the user’s own trackers only', () => {
		assert.deepEqual([requiredOwnership.editTracker, requiredOwnership.deleteTracker].map(contextOf), [
			'tracker own',
			'tracker own',
		]);
	});
});
