import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/base/emitter.ts';
import { countRequests } from '../../../../../src/inbox/live/polling/count-requests.ts';
import type { Area } from '../../../../../src/signin/connections/connection.ts';

describe('Requests', () => {
	it('are counted when they are answered, in one area, until the count ends', () => {
		const answers = new Emitter<Area>();
		const counted = countRequests(answers.event, 'lists');
		for (const area of ['lists', 'trackers', 'lists'] as const) answers.fire(area);
		assert.equal(counted.count, 2);
		counted.dispose();
		answers.fire('lists');
		assert.equal(counted.count, 2);
	});
});
