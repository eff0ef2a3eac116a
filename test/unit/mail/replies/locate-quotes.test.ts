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
	it('are found by lines that the diff has once', () => {
		assert.deepEqual(located('+\tother();', ' }', '{', '+\tone();'), [4, 5, 6, 7]);
	});

	it('are found by the longest run, not by the first equal line', () => {
		assert.deepEqual(located('{', '+\tone();', '+\tthree();', '}'), [6, 7, 8, 9]);
	});

	it('are not found if they are too short to tell them apart', () => assert.deepEqual(located('}'), [none]));

	it('are the first of equal lines below the previous quote', () => {
		assert.deepEqual(located('+\tother();', 'What?', '}', '{', 'x', '+\tthree();'), [4, none, 5, 6, none, 8]);
	});

	it('may be in another order, then the most lines in order are found', () => {
		assert.deepEqual(located('+\tthree();', '+\tother();', '}', '{'), [none, 4, 5, 6]);
	});

	it('are found in time even if all of tens of thousands are equal', () => {
		const equal = Array.from({ length: 60_000 }, () => '+\tsame();');
		const mail = mailed({ id: 2, lines: ['---', ...diffOf('y.c', equal).split('\n')] });
		const own = new QuoteIndex(mail.patches.map((patch, nth) => ({ index: nth, patch })));
		const quotes = equal.map((content) => ({ level: 1, content, looseEnd: undefined }));
		assert.equal(locateQuotes(own, quotes).filter((line) => line !== -1).length, equal.length);
	});

	it('may be wrapped', () => assert.deepEqual(located('+\tthr', 'ee();', ' }'), [none, none, none]));
});

describe('The key of a line', () => {
	it('has no white space', () => assert.equal(keyOf('+\t a\u00a0b '), '+ab'));
	it('has only the numbers of the header of a hunk', () =>
		assert.equal(keyOf('@@ -1,2 +3 @@ int f()'), '@@-1,2+3@@'));
});

describe('The index of a diff', () => {
	it('finds lines by their beginnings, in order', () => {
		const found = index.linesStartingWith('+one', 10);
		assert.deepEqual(
			found.map((line) => places[line]),
			[1, 7],
		);
		assert.deepEqual(index.linesStartingWith('+zzz', 10), []);
		assert.equal(index.linesStartingWith('', 3).length, 3);
	});

	it('finds lines by their text, in order', () => {
		assert.deepEqual(
			index.linesWith('}').map((line) => places[line]),
			[2, 5, 9],
		);
		assert.equal(index.hunkLineCount, 10);
	});

	it('has headers, which stand for the first line below them', () => {
		const [header] = index.linesWith('+++b/x.c');
		assert.deepEqual(index.lines[header ?? -1]?.place, { patch: 0, file: 0, hunk: 0, line: 0 });
	});

	it('has headers of a file without lines, which stand for the file', () => {
		const { patches } = mailed({
			id: 1,
			lines: ['---', 'diff --git a/x b/x', 'old mode 100644', 'new mode 100755'],
		});
		const other = new QuoteIndex(patches.map((patch, index) => ({ index, patch })));
		assert.deepEqual(
			other.lines.map(({ place }) => place),
			Array(3).fill({ patch: 0, file: 0, hunk: 0, line: 0 }),
		);
	});
});
