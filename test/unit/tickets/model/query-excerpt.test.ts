import assert from 'node:assert/strict';
import { excerptOf } from '../../../../src/tickets/model/query/excerpt.ts';

describe('The excerpt of a description', () => {
	for (const [what, text, words, excerpt] of [
		['is the whole of a short text', 'It is slow.', 'slow', '“It is slow.”'],
		[
			'is shortened on both sides',
			`${'a '.repeat(50)}slow${' b'.repeat(50)}`,
			'Slow|x',
			`“…${'a '.repeat(20)}slow${' b'.repeat(20)}…”`,
		],
		['has no line ends', 'One\n\n\ttwo', 'two', '“One two”'],
		[
			'is the right part after many line ends and blanks',
			`${'\n\n\t\tcode\r\n'.repeat(50)}It is slow. ${'\n\n'.repeat(50)}${'b '.repeat(50)}`,
			'slow',
			`“…ode ${'code '.repeat(6)}It is slow. ${'b '.repeat(18)}b…”`,
		],
		[
			'is the right part after letters that searches compare in another form',
			`${'한국어 ﬃ 𝒜 '.repeat(50)}It is slow.`,
			'slow',
			`“…어 ﬃ 𝒜 ${'한국어 ﬃ 𝒜 '.repeat(3)}It is slow.”`,
		],
		[
			'has another word if the first one is elsewhere, such as in the title',
			'It is slow.',
			'fast|slow',
			'“It is slow.”',
		],
		[
			'is the part around a phrase, whatever stands between its words',
			`caret ${'a '.repeat(50)}The caret\njumps.`,
			'caret  jumps',
			`“…${'a '.repeat(18)}The caret jumps.”`,
		],
		['has no half of a character', `${'😀'.repeat(50)} slow`, 'slow', `“…${'😀'.repeat(19)} slow”`],
		['names invisible characters', 'odd\u202e', 'odd', '“odd‹U+202E›”'],
		['is empty if the words are elsewhere', 'It is slow.', 'fast', ''],
		['is empty without words', 'It is slow.', ' ', ''],
	] as const) {
		it(what, () => assert.equal(excerptOf(text, words.split('|')), excerpt));
	}
});
