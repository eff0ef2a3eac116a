import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	type DifferenceHunk,
	differenceHunks,
	differenceSize,
} from '../../../../src/mail/range-diff/difference.ts';
import { LineNumbers } from '../../../../src/mail/range-diff/line-numbers.ts';
import { matchLines } from '../../../../src/mail/range-diff/match-lines.ts';

function compare(old: readonly string[], current: readonly string[]) {
	const numbers = new LineNumbers();
	const sides = [numbers.of(old), numbers.of(current)] as const;
	const hunks = differenceHunks(old, current, matchLines(...sides, { steps: 1e9 }));
	return { hunks, size: differenceSize(...sides, { steps: 1e9 }) };
}

const signs = { same: ' ', removed: '-', added: '+' };
const shown = (hunks: readonly DifferenceHunk[]): readonly string[] =>
	hunks.map(({ section, lines }) =>
		[section, ...lines.map(({ kind, text }) => signs[kind] + text)].join('|'),
	);

const letters = (text: string): readonly string[] => [...text];

describe('A difference', () => {
	const cases: readonly [what: string, old: string, current: string, expected: readonly string[]][] = [
		['of equal texts is empty', 'abc', 'abc', []],
		['of empty texts is empty', '', '', []],
		['has at most three lines around a change', 'abcdefghi', 'abcdEfghi', ['| b| c| d|-e|+E| f| g| h']],
		['starts at the beginning', 'abcdef', 'Xabcdef', ['|+X| a| b| c']],
		['goes to the end', 'abcdef', 'abcde', ['| c| d| e|-f']],
		['can be everything', 'ab', 'cd', ['|-a|-b|+c|+d']],
		['joins changes with six lines between them', 'a123456b', 'A123456B', ['|-a|+A| 1| 2| 3| 4| 5| 6|-b|+B']],
		[
			'separates changes with seven lines between them',
			'a1234567b',
			'A1234567B',
			['|-a|+A| 1| 2| 3', '| 5| 6| 7|-b|+B'],
		],
		['of an empty text adds all', '', 'ab', ['|+a|+b']],
		['to an empty text removes all', 'ab', '', ['|-a|-b']],
	];
	for (const [what, old, current, expected] of cases) {
		it(what, () => {
			const { hunks, size } = compare(letters(old), letters(current));
			assert.deepEqual(shown(hunks), expected);
			assert.equal(
				size,
				hunks.reduce((sum, { lines }) => sum + 1 + lines.length, 0),
			);
		});
	}

	it('names the closest header above each hunk', () => {
		const old = [
			' ## a.c ##',
			'@@ a.c: main()',
			' 1',
			' 2',
			' 3',
			' 4',
			'+5',
			' ## b.c ##',
			' 1',
			' 2',
			' 3',
			'-x',
		];
		const change = (line: string) => (/[5x]/.test(line) ? `${line}!` : line);
		const { hunks } = compare(old, old.map(change));
		assert.deepEqual(
			hunks.map(({ section }) => section),
			['@@ a.c: main()'],
		);
		assert.deepEqual(compare(old.slice(7), old.slice(7).map(change)).hunks[0]?.section, ' ## b.c ##');
		assert.deepEqual(compare(['a'], ['b']).hunks[0]?.section, '');
		const within = ['@@ a', ' 1', ' 2', ' 3', ' 4', '@@ b', ' 6', ' 7', '-x'];
		assert.deepEqual(compare(within, within.map(change)).hunks[0]?.section, '@@ a');
	});

	it('applied to the old text gives the new one, with the indices of all its lines', () => {
		const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 });
		fc.assert(
			fc.property(text, text, (old, current) => {
				const { hunks, size } = compare(old, current);
				const result: string[] = [];
				let at = 0;
				for (const { lines } of hunks) {
					const begin = lines.find((line) => line.old !== undefined)?.old ?? at;
					result.push(...old.slice(at, begin));
					at = begin;
					for (const line of lines) {
						if (line.old !== undefined) assert.equal(old[at++], line.text);
						if (line.new === undefined) continue;
						assert.equal(line.new, result.length);
						result.push(line.text);
					}
				}
				assert.deepEqual([...result, ...old.slice(at)], current);
				assert.equal(
					size,
					hunks.reduce((sum, { lines }) => sum + 1 + lines.length, 0),
				);
			}),
		);
	});
});
