import assert from 'node:assert/strict';
import { contextOf, requiredOwnership } from '../../../../src/tickets/model/tracker-ownership.ts';

describe('Editing and deleting a tracker or its labels', () => {
	it('is offered for the user’s own trackers only', () => {
		const { unpinTracker: _, ...own } = requiredOwnership;
		assert.deepEqual([...new Set(Object.values(own).map((one) => contextOf(one, true)))], ['tracker own']);
	});

	it('is said in the context value, with what the user may not do', () => {
		assert.equal(contextOf('pinned', false), 'tracker pinned noSubmit');
	});
});
