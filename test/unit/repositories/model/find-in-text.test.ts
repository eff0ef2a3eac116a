import assert from 'node:assert/strict';
import { createLineFinder } from '../../../../src/repositories/model/find-in-text.ts';

const positions = (words: string, text: string, most = 100) =>
	createLineFinder(words)(text, most).map(({ line, start, end }) => [line, start, end]);

describe('Finding words in a text', () => {
	const cases: readonly [
		title: string,
		words: string,
		text: string,
		expected: readonly (readonly number[])[],
	][] = [
		['finds nothing in an empty text', 'a', '', []],
		[
			'finds the first and the last line',
			'a',
			'a\nb\nba',
			[
				[0, 0, 1],
				[2, 1, 2],
			],
		],
		[
			'takes one match of a line',
			'a',
			'aaa a\na',
			[
				[0, 0, 1],
				[1, 0, 1],
			],
		],
		['ignores case, also beyond ASCII', 'grÜSSE', 'x\nGrüsse', [[1, 0, 6]]],
		['takes all characters as they are', 'a.*[b]\\d(+?)', 'aXXb\na.*[b]\\d(+?)', [[1, 0, 12]]],
		['takes a slash, a dash and braces as they are', '{a}/b-c', 'a/b\n {a}/b-c', [[1, 1, 8]]],
		['keeps the line numbers across empty lines and CRLF', 'x', '\r\n\r\n\n x\r\n', [[3, 1, 2]]],
		['finds a character outside the basic plane', '🌲', 'a\n🌲🌲', [[1, 0, 2]]],
		[
			'finds each line once without words',
			'',
			'a\n\nb',
			[
				[0, 0, 0],
				[1, 0, 0],
				[2, 0, 0],
			],
		],
	];
	for (const [title, words, text, expected] of cases) {
		it(title, () => assert.deepEqual(positions(words, text), expected));
	}

	it('stops after as many lines as are wanted', () => {
		assert.equal(positions('a', 'a\n'.repeat(10), 3).length, 3);
	});

	it('starts each text anew', () => {
		const find = createLineFinder('a');
		assert.equal(find('xxa', 9).length, 1);
		assert.equal(find('a', 9).length, 1);
	});

	it('shows a short line as it is, without the space around it', () => {
		const [found] = createLineFinder('b')('\t a b c \r\n', 1);
		assert.equal(found?.excerpt, 'a b c');
	});

	it('shows the part of a long line that has the match', () => {
		const line = `${'x'.repeat(1000)} needle ${'y'.repeat(1000)}`;
		const [found] = createLineFinder('needle')(line, 1);
		assert.match(found?.excerpt ?? '', /^…x{39} needle y+…$/);
		assert.ok((found?.excerpt.length ?? 0) <= 210);
		const [atStart] = createLineFinder('needle')(`needle ${'y'.repeat(1000)}`, 1);
		assert.match(atStart?.excerpt ?? '', /^needle y+…$/);
		const [atEnd] = createLineFinder('needle')(`${'x'.repeat(1000)} needle`, 1);
		assert.match(atEnd?.excerpt ?? '', /^…x+ needle$/);
		const [indented] = createLineFinder('needle')(`${' '.repeat(50)}needle ${'y'.repeat(1000)}`, 1);
		assert.match(indented?.excerpt ?? '', /^needle y+…$/);
		const [padded] = createLineFinder('needle')(`${'x'.repeat(1000)} needle${' '.repeat(500)}`, 1);
		assert.match(padded?.excerpt ?? '', /^…x+ needle$/);
	});
});
