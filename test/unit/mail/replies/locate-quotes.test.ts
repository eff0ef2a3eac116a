import assert from 'node:assert/strict';
import { locateQuotes } from '../../../../src/mail/replies/locate-quotes.ts';
import { keyOf, QuoteIndex } from '../../../../src/mail/replies/quote-index.ts';
import { mailed } from '../../../kit/mails/mailed.ts';
import { diffOf } from '../../../kit/mails/patches.ts';

const lines = [' {', '+\tone();', ' }', ' ', '+\tother();', ' }', ' {', '+\tone();', '+\tthree();', ' }'];
const { patches } = mailed({ id: 1, lines: ['---', ...diffOf('x.c', lines).split('\n')] });
const index = new QuoteIndex(patches.map((patch, index) => ({ index, patch })));
const places = index.lines.map(({ place, isHeader }) => (isHeader ? undefined : place?.line));

function located(...quotes: readonly string[]): readonly (number | undefined)[] {
	const found = locateQuotes(
		index,
		quotes.map((content) => ({ level: 1, content, looseEnd: undefined })),
	);
	return [...found].map((line) => places[line]);
}

describe('Quoted lines of a diff', () => {
	const none = undefined;
	const cases: readonly [what: string, quotes: readonly string[], lines: readonly (number | undefined)[]][] =
		[
			['are found by lines that the diff has once', ['+\tother();', ' }', '{', '+\tone();'], [4, 5, 6, 7]],
			[
				'are found by the longest run, not by the first equal line',
				['{', '+\tone();', '+\tthree();', '}'],
				[6, 7, 8, 9],
			],
			['are not found if they are too short to tell them apart', ['}'], [none]],
			[
				'are the first of equal lines below the previous quote',
				['+\tother();', 'What?', '}', '{', 'x', '+\tthree();'],
				[4, none, 5, 6, none, 8],
			],
			[
				'may be in another order, then the most lines in order are found',
				['+\tthree();', '+\tother();', '}', '{'],
				[none, 4, 5, 6],
			],
			['may be wrapped', ['+\tthr', 'ee();', ' }'], [none, none, none]],
		];
	for (const [what, quotes, expected] of cases)
		it(what, () => assert.deepEqual(located(...quotes), expected));

	it('are found in time even if all of tens of thousands are equal', () => {
		const equal = Array.from({ length: 60_000 }, () => '+\tsame();');
		const mail = mailed({ id: 2, lines: ['---', ...diffOf('y.c', equal).split('\n')] });
		const own = new QuoteIndex(mail.patches.map((patch, nth) => ({ index: nth, patch })));
		const quotes = equal.map((content) => ({ level: 1, content, looseEnd: undefined }));
		assert.equal(locateQuotes(own, quotes).filter((line) => line !== -1).length, equal.length);
	});

	it('have keys without white space, and only the numbers of the header of a hunk', () =>
		assert.deepEqual(['+\t a\u00a0b ', '@@ -1,2 +3 @@ int f()'].map(keyOf), ['+ab', '@@-1,2+3@@']));
});
