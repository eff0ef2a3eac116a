import assert from 'node:assert/strict';
import { withActor } from '../../../../src/inbox/model/event-words.ts';

describe('The words of events', () => {
	it('say who did something only if that is known', () => {
		assert.equal(withActor('~bob', 'commented', 'New comment'), '~bob commented');
		assert.equal(withActor('', 'commented', 'New comment'), 'New comment');
	});
});
