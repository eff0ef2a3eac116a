import assert from 'node:assert/strict';
import { locateQuotes } from '../../../../src/mail/replies/locate-quotes.ts';
import { findQuoteAnchor, type TextAnchor } from '../../../../src/mail/replies/quote-anchor.ts';
import { QuoteIndex } from '../../../../src/mail/replies/quote-index.ts';
import { mailed } from '../../../kit/mails/mailed.ts';
import { diffOf } from '../../../kit/mails/patches.ts';

const lines = Array.from({ length: 30 }, (_, at) => `+\tcall_${at}();`);
const { patches } = mailed({ id: 1, lines: ['---', ...diffOf('x.c', lines).split('\n')] });
const index = new QuoteIndex(patches.map((patch, index) => ({ index, patch })));

function place(contents: readonly string[], depth = 1, answers: readonly TextAnchor[] = []) {
	const levelOf = (content: string) => (answers.length > 0 && lines.includes(content) ? 2 : 1);
	const quotes = contents.map((content) => ({ level: levelOf(content), content, looseEnd: undefined }));
	const quoting = { index, quotes, located: locateQuotes(index, quotes), depth };
	const found = findQuoteAnchor(quoting, 0, quotes.length, { find: () => answers, hasLine: () => false });
	return found && [found.first, found.last];
}

describe('The quoted lines that are answered', () => {
	const some = lines.slice(2, 4);
	const cases: readonly [
		what: string,
		quote: readonly string[],
		place: readonly number[] | undefined,
		depth?: number,
	][] = [
		['are those directly above', lines.slice(3, 6), [3, 5]],
		['are the last ones of a long quote', lines.slice(2, 20), [8, 19]],
		['end where much was left out', [...some, ...lines.slice(10, 12)], [10, 11]],
		['may have a few lines below that are not in the diff', [...some, 'a', '', 'b'], [2, 3]],
		['have no more lines below that are not in the diff', [...some, 'a', 'b', 'c'], undefined],
		['may be above words of a reply', [...some, 'a', 'b', 'c', 'd'], [2, 3], 2],
		['are not those above a signature', [...some, '-- '], undefined],
		['are none if the whole diff is quoted', lines, undefined],
	];
	for (const [what, quote, expected, depth] of cases)
		it(what, () => assert.deepEqual(place(quote, depth), expected));

	it('are the first words that are the same, if the quotes above do not tell which are meant', () => {
		const answers = [40, 50].map((at) => ({ text: 'cover', patch: -1, first: at, last: at }) as const);
		assert.deepEqual(place([...some, 'the same words'], 1, answers), [40, 40]);
	});
});
