import assert from 'node:assert/strict';
import { locateQuotes } from '../../../../src/mail/replies/locate-quotes.ts';
import { findQuoteAnchor } from '../../../../src/mail/replies/quote-anchor.ts';
import { QuoteIndex } from '../../../../src/mail/replies/quote-index.ts';
import { mailed } from '../../../kit/mails/mailed.ts';
import { diffOf } from '../../../kit/mails/patches.ts';

const lines = Array.from({ length: 30 }, (_, at) => `+\tcall_${at}();`);
const { patches } = mailed({ id: 1, lines: ['---', ...diffOf('x.c', lines).split('\n')] });
const index = new QuoteIndex(patches.map((patch, index) => ({ index, patch })));

function place(contents: readonly string[], depth = 1) {
	const quotes = contents.map((content) => ({ level: 1, content, looseEnd: undefined }));
	const quoting = { index, quotes, located: locateQuotes(index, quotes), depth };
	const found = findQuoteAnchor(quoting, 0, quotes.length, { find: () => [], hasLine: () => false });
	return found && [found.first, found.last];
}

describe('The quoted lines that are answered', () => {
	it('are those directly above', () => assert.deepEqual(place(lines.slice(3, 6)), [3, 5]));
	it('are the last ones of a long quote', () => assert.deepEqual(place(lines.slice(2, 20)), [8, 19]));
	it('end where much was left out', () =>
		assert.deepEqual(place([...lines.slice(2, 4), ...lines.slice(10, 12)]), [10, 11]));
	it('may have a few lines below that are not in the diff', () => {
		assert.deepEqual(place([...lines.slice(2, 4), 'a', '', 'b']), [2, 3]);
		assert.equal(place([...lines.slice(2, 4), 'a', 'b', 'c']), undefined);
	});
	it('may be above words of a reply', () =>
		assert.deepEqual(place([...lines.slice(2, 4), 'a', 'b', 'c', 'd'], 2), [2, 3]));
	it('are not those above a signature', () => assert.equal(place([...lines.slice(2, 4), '-- ']), undefined));
	it('are none if the whole diff is quoted', () => assert.equal(place(lines), undefined));
});
