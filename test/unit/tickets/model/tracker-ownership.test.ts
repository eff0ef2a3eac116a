import assert from 'node:assert/strict';
import { contextOf, requiredOwnership } from '../../../../src/tickets/model/tracker-ownership.ts';

describe('Editing and deleting a tracker or its labels', () => {
	it('is offered for the user’s own trackers only', () => {
		const { unpinTracker: _, ...own } = requiredOwnership;
		assert.deepEqual(
			[
				...new Set(
					Object.values(own).map((one) => contextOf({ ownership: one, maySubmit: true, isSubscribed: null })),
				),
			],
			['tracker own'],
		);
	});

	it('is said in the context value, with what the user may not do and whether they are subscribed', () => {
		const ownership = 'pinned';
		assert.equal(
			contextOf({ ownership, maySubmit: false, isSubscribed: undefined }),
			'tracker pinned noSubmit',
		);
		assert.equal(
			contextOf({ ownership, maySubmit: true, isSubscribed: false }),
			'tracker pinned unsubscribed',
		);
	});
});
