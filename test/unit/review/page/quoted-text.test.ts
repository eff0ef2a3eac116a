import assert from 'node:assert/strict';
import { quotedText } from '../../../../src/review/page/quoted-text.ts';

describe('The lines of a text that a comment is about', () => {
	it('are named without the marks of quotes, and cut if they are long', () => {
		const text = 'On Monday, Bob wrote:\n> The list can be long.\n>\n> Is it?\n';
		assert.equal(quotedText(text, { first: 1, last: 3 }), 'The list can be long.\n\nIs it?');
		assert.equal(quotedText('x'.repeat(2000), { first: 0, last: 0 }).length, 500);
	});
});
