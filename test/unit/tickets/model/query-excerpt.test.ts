import assert from 'node:assert/strict';
import { excerptOf } from '../../../../src/tickets/model/query/excerpt.ts';

describe('The excerpt of a description', () => {
	for (const [what, text, words, excerpt] of [
		['is the whole of a short text', 'It is slow.', 'slow', '“It is slow.”'],
		[
			'is shortened on both sides',
			`${'a '.repeat(50)}slow${' b'.repeat(50)}`,
			'Slow x',
			`“…${'a '.repeat(20)}slow${' b'.repeat(20)}…”`,
		],
		['has no line ends', 'One\n\n\ttwo', 'two', '“One two”'],
		['names invisible characters', 'odd\u202e', 'odd', '“odd‹U+202E›”'],
		['is empty if the words are elsewhere', 'It is slow.', 'fast', ''],
		['is empty without words', 'It is slow.', ' ', ''],
	] as const) {
		it(what, () => assert.equal(excerptOf(text, words), excerpt));
	}
});
