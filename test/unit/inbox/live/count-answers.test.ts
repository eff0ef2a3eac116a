import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import { countAnswers } from '../../../../src/inbox/live/count-answers.ts';
import type { Area } from '../../../../src/signin/connection.ts';

describe('Answers', () => {
	it('are counted in one area until that ends', () => {
		const answers = new Emitter<Area>();
		const counted = countAnswers({ onDidAnswer: answers.event }, 'lists');
		for (const area of ['lists', 'trackers', 'lists'] as const) answers.fire(area);
		assert.equal(counted.count, 2);
		counted.dispose();
		answers.fire('lists');
		assert.equal(counted.count, 2);
	});
});
