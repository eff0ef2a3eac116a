import assert from 'node:assert/strict';
import {
	endsInCrlf,
	headerText,
	lineEnd,
	lineText,
	nextLine,
} from '../../../../../src/patches/model/patch/source-lines.ts';

describe('A line of a source', () => {
	const cases: readonly [source: string, at: number, end: number, next: number, text: string][] = [
		['ab\ncd', 0, 5, 3, 'ab'],
		['ab\ncd', 3, 5, 5, 'cd'],
		['ab\r\ncd', 0, 6, 4, 'ab'],
		['ab\r\r\ncd', 0, 7, 5, 'ab\r'],
		['\n', 0, 1, 1, ''],
		['\r\n', 0, 2, 2, ''],
		// The end of a section comes before that of the line.
		['ab\ncd', 0, 2, 2, 'ab'],
		['ab\ncd', 0, 1, 1, 'a'],
		['ab\r\ncd', 0, 3, 3, 'ab\r'],
		['', 0, 0, 0, ''],
	];
	for (const [source, at, end, next, text] of cases) {
		it(`from ${at} to ${end} of ${JSON.stringify(source)} is ${JSON.stringify(text)}`, () => {
			assert.equal(nextLine(source, at, end), next);
			assert.equal(lineText(source, at, next), text);
			assert.equal(lineEnd(source, at, next), at + text.length);
		});
	}

	it('of a header has no carriage returns at its end', () => {
		for (const source of ['a\rb', 'a\rb\n', 'a\rb\r\n', 'a\rb\r\r\r\n', 'a\rb\r']) {
			assert.equal(headerText(`x${source}y`, 1, source.length + 1), 'a\rb');
		}
		assert.equal(headerText('\r\r\n', 0, 3), '');
	});

	it('ends with a carriage return or without one', () => {
		assert.deepEqual(
			[endsInCrlf('a\r\n', 3), endsInCrlf('a\n', 2), endsInCrlf('\n', 1)],
			[true, false, false],
		);
	});
});
