import assert from 'node:assert/strict';
import { contextOf, requiredOwnership } from '../../../../src/tickets/model/tracker-ownership.ts';

describe('Editing and deleting a tracker or its labels', () => {
	it('is offered for the user’s own trackers only', () => {
		const { unpinTracker: _, ...own } = requiredOwnership;
		assert.deepEqual([...new Set(Object.values(own).map(contextOf))], ['tracker own']);
	});
});
