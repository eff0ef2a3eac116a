import assert from 'node:assert/strict';
import { AnsweredText, textsWithQuote } from '../../../../src/mail/replies/answered-text.ts';

const texts = [
	'Not there. Why not\nhere?',
	'One.\n\nTwo words.\n\nThree.',
	'字字字字字字',
	`${'x'.repeat(2000)} y`,
	'Why is it opened so late?\nWhy?',
	'This one should be closed.\nWhy?',
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
		['may be of several comments', ['Why is it opened so late?', 'This one should be closed.'], [5]],
		['may have a changed line above', ['Why it is opened so late?', 'Why?', 'here?'], []],
		['may have a changed line above a long one', ['This one?', 'This one should be closed.'], [5]],
		['may lack the end of its last word', ['This one should be close'], [5]],
		['must be long if it lacks the end of a word', ['This one sh'], []],
		['must be of one comment if it is only an end', ['Not so.', 'Why?'], []],
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

	it('is looked for in linear time', () => {
		const text = new AnsweredText(`b${'a'.repeat(500_000)} ${'a '.repeat(200_000)}`);
		const lines = Array.from({ length: 400 }, () => 'a'.repeat(1000));
		assert.deepEqual(textsWithQuote([text], lines), [0]);
	});
});
