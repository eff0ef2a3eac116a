import assert from 'node:assert/strict';
import {
	endsInCrlf,
	findLine,
	headerText,
	lineEnd,
	lineText,
	nextLine,
	previousLine,
} from '../../../../src/mail/text/source-lines.ts';

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

	for (const source of ['a\nbc\n', '\na', '\n\n\n', '', 'a', 'a\r\n\r\nb', '\n']) {
		it(`of ${JSON.stringify(source)} is found from the end as from the start`, () => {
			const starts: number[] = [];
			for (let at = 0; at < source.length; at = nextLine(source, at, source.length)) starts.push(at);
			const fromEnd: number[] = [];
			for (let at = source.length; at > 0; ) {
				const start = previousLine(source, at);
				assert.ok(start < at, `The line before ${at} starts at ${start}`);
				fromEnd.unshift(start);
				at = start;
			}
			assert.deepEqual(fromEnd, starts);
			assert.equal(previousLine(source, 0), 0);
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

	it('is found by a pattern, between a line and the end', () => {
		const source = 'x1\ny\n.x2\r\n\nx';
		const find = (at: number, end = source.length) => findLine(source, at, end, /^x|2/gm);
		assert.deepEqual([find(0), find(3), find(5), find(10), find(11)], [0, 5, 5, 11, 11]);
		assert.deepEqual(
			[find(3, 5), find(3, 7), find(3, 8), find(12), findLine('', 0, 0, /x/g)],
			[5, 7, 5, 12, 0],
		);
		// Other line breaks end no line of a mail.
		assert.equal(findLine('a\n.\rx', 2, 5, /^x/gm), 2);
	});
});
