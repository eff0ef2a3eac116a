import assert from 'node:assert/strict';
import { firstLines } from '../../../../src/mail/text/first-lines.ts';

describe('The first lines of a text', () => {
	const cases: readonly (readonly [text: string, most: number, lines: string, count: number])[] = [
		['a\nb\nc\n', 2, 'a\nb\n', 2],
		['a\nb\nc', 3, 'a\nb\nc', 3],
		['a\r\n\r\nb', 2, 'a\r\n\r\n', 2],
		['a\n', 5, 'a\n', 1],
		['a', 0, '', 0],
		['', 5, '', 0],
	];
	for (const [text, most, lines, count] of cases)
		it(`of ${JSON.stringify(text)} are ${JSON.stringify(lines)} if at most ${most} are read`, () => {
			const found = firstLines(text, most);
			assert.deepEqual([text.slice(0, found.end), found.count], [lines, count]);
		});
});
