import assert from 'node:assert/strict';
import { oneLine, withActor } from '../../../../src/inbox/model/event-words.ts';

describe('The words of events', () => {
	it('show the texts of other users on one line, not too long, with invisible characters named', () => {
		assert.equal(oneLine(' a\r\n\tb \u202e c'), 'a b ‹U+202E› c');
		assert.equal(oneLine('long '.repeat(1000), 9), 'long long…');
	});

	it('say who did something only if that is known', () => {
		assert.equal(withActor('~bob', 'commented', 'New comment'), '~bob commented');
		assert.equal(withActor('', 'commented', 'New comment'), 'New comment');
	});
});
