import assert from 'node:assert/strict';
import { AnsweredText, textsWithQuote } from '../../../../src/mail/replies/answered-text.ts';

const texts = [
	'Not there. Why not\nhere?',
	'One.\n\nTwo words.\n\nThree.',
	'字字字字字字',
	`${'x'.repeat(2000)} y`,
];

describe('A quote of a reply', () => {
	const cases: readonly [what: string, quote: readonly string[], found: readonly number[]][] = [
		['has whole words', ['here?'], [0]],
		['is not from the end of a word', ['ere?'], []],
		['may be wrapped elsewhere', ['Why', 'not here?'], [0]],
		['may be wrapped within Chinese', ['字字字字', '字字'], [2]],
		['may lack lines', ['One.', 'Three.'], [1]],
		['has its lines in order', ['Three.', 'One.'], []],
		['may be several, of which the last paragraph counts', ['Other words.', '', 'Two words.'], [1]],
		['may have the beginning of a long line', [`${'x'.repeat(1000)}…`], [3]],
		['is too short to be found', ['y'], []],
	];
	for (const [what, quote, found] of cases)
		it(what, () => {
			assert.deepEqual(
				textsWithQuote(
					texts.map((text) => new AnsweredText(text)),
					quote,
				),
				found,
			);
		});
});
