import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DisplayLine } from '../../../../src/mail/hunk-display/display-line.ts';
import { hunkLines } from '../../../../src/mail/hunk-display/hunk-lines.ts';
import { markWords } from '../../../../src/mail/hunk-display/mark-words.ts';
import { diffWords } from '../../../../src/mail/hunk-display/word-diff.ts';
import { WordSplitter } from '../../../../src/mail/hunk-display/word-splitter.ts';
import { drawn, oneHunk } from './one-hunk.ts';

const displayed = (line: string): DisplayLine => {
	const sign = line[0] === '+' || line[0] === '-' ? line[0] : ' ';
	return { sign, old: 1, new: 1, text: line.slice(1), words: [], invisible: [], more: 0 };
};
const marked = (lines: readonly string[]) => markWords(lines.map(displayed)).map(drawn);

describe('The words that differ in changed lines', () => {
	const cases: Readonly<Record<string, readonly string[]>> = {
		'are whole words': ['-return [old_name](a);', '+return [new_name](a);'],
		'may be there on one side only': ['-call(a, b);', '+call(a, b[, c]);'],
		'are one mark with the spaces and marks between them': [
			'-if (a.x [!= b.y]) go();',
			'+if (a.x [== c.z]) go();',
		],
		'may be white space': ['-\tgo(a,[ ]b);', '+\t[\t]go(a,b);'],
		'may be white space at the end': ['-go(a);[  ]', '+go(a);'],
		'are not marked in lines that have little in common': [
			'-\tfree(buffer);',
			'+\treturn read_all(file, 0);',
		],
		'are not marked in lines with the same words in another order': ['-a b c d e f g h', '+h g f e d c b a'],
		'are not marked in equal lines': ['-a b', '+a b'],
		'are those of similar lines, not of lines with the same index': [
			'-int [count] = read(file);',
			'+/* Reads all of it. */',
			'+',
			'+int [total] = read(file);',
		],
		'are found if lines were removed above': ['-log("begin");', '-x = open([name]);', '+x = open([path]);'],
		'are found in lines that do not follow each other': [
			'-first_line([a], "one");',
			' between',
			'-second_line([a], "two");',
			'+second_line([b], "two");',
		],
		'are letters in scripts without spaces': ['-打开[文件]后关闭它', '+打开[目录]后关闭它'],
		'are whole emoji': ['-ok [👩‍👩‍👧] done now', '+ok [👩‍👩‍👦] done now'],
		'are found across a note': ['-version = [1];', '\\ No newline at end of file', '+version = [2];'],
	};
	for (const [what, expected] of Object.entries(cases)) {
		it(what, () => {
			const lines = expected.map((line) => line.replace(/[[\]]/g, ''));
			const shown = what.includes('do not follow') ? expected.with(0, lines[0] ?? '') : expected;
			assert.deepEqual(
				markWords(
					lines.map((line) => ({
						...displayed(line),
						...(line.startsWith('\\') && { sign: '\\' as const }),
					})),
				).map(drawn),
				shown,
			);
		});
	}

	it('are not looked for in very long lines', () => {
		const line = 'word '.repeat(250);
		assert.deepEqual(marked([`-${line}a`, `+${line}b`]), [`-${line}a`, `+${line}b`]);
	});

	it('are found in a block of any length if its lines correspond', () => {
		const lines = (sign: string, name: string) =>
			Array.from({ length: 100 }, (_, at) => `${sign}set_${at}(${name}, value_${at});`);
		const shown = marked([...lines('-', 'old'), ...lines('+', 'new')]);
		assert.deepEqual(shown, [...lines('-', '[old]'), ...lines('+', '[new]')]);
	});

	it('are marked at the beginning of a huge hunk only', () => {
		const lines = Array.from({ length: 25_000 }, (_, at) => [
			`-const one = compute(${at}, "a longer text ${at % 7}");`,
			`+const two = compute(${at}, "a longer text ${at % 7}");`,
			' ',
		]).flat();
		const { source, hunk } = oneHunk(lines);
		const withMarks = hunkLines(source, hunk).lines.map(({ words }) => words.length > 0);
		assert.equal(withMarks[0], true);
		const count = withMarks.filter(Boolean).length;
		assert.ok(count > 500 && count < 2000, `${count}`);
	});

	it('leave the same text on both sides, apart from white space', () => {
		const piece = fc.constantFrom('a', 'b', 'foo', 'bar', '.', ',', '(', ')', ' ', '  ', '\t', '😀');
		const line = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
		fc.assert(
			fc.property(line, line, (one, other) => {
				const splitter = new WordSplitter();
				const [old, current] = [one, other].map((text) => ({ text, ...splitter.split(text) }));
				assert.ok(old && current);
				const words = diffWords(old, current, splitter, { steps: 10_000 });
				if (!words) return;
				assert.equal(unmarked(one, words.old), unmarked(other, words.new));
				if (one !== other) assert.ok(words.old.length + words.new.length > 0);
			}),
			{ numRuns: 2000 },
		);
	});
});

function unmarked(text: string, words: readonly number[]): string {
	const edges = [0, ...words, text.length];
	const parts = edges.flatMap((at, index) => (index % 2 === 0 ? text.slice(at, edges[index + 1]) : []));
	return parts.join('').replace(/\s+/g, '');
}
