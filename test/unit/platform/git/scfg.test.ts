import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseScfg } from '../../../../src/platform/git/scfg.ts';

const read = (text: string) => parseScfg(text).map(({ name, params }) => [name, ...params]);

describe('An scfg file', () => {
	const cases: Readonly<Record<string, readonly [text: string, directives: readonly (readonly string[])[]]>> =
		{
			'with directives': ['a b c\nd\n', [['a', 'b', 'c'], ['d']]],
			'with comments and empty lines': ['# a\n\n  # b\na b#c\n', [['a', 'b#c']]],
			'with indented lines, tabs and line breaks of Windows': ['\ta\tb \r\n  c\r\n', [['a', 'b'], ['c']]],
			'with double quotes': ['a "b c" "d \\"e\\" \\\\"', [['a', 'b c', 'd "e" \\']]],
			'with single quotes': ["'a b' 'c\\d' ''", [['a b', 'c\\d', '']]],
			'with escaped characters': ['a b\\ c \\{ \\"', [['a', 'b c', '{', '"']]],
			'with parts of a word in quotes': [`a"b c"d'e'`, [['ab cde']]],
			'with blocks, which are skipped': ['a {\n  b c\n  d {\n    e\n  }\n}\nf g\n', [['a'], ['f', 'g']]],
			'with an empty block': ['a b {\n}\nc\n', [['a', 'b'], ['c']]],
			'with lines that cannot be read': ['a "b\nc d\n', [['c', 'd']]],
			'with a brace too many': ['}\na\n', [['a']]],
			'without an end': ['a {\nb\n', [['a']]],
			'without content': ['', []],
		};
	for (const [what, [text, expected]] of Object.entries(cases)) {
		it(`is read ${what}`, () => assert.deepEqual(read(text), expected));
	}

	it('says on which line a directive is', () => {
		assert.deepEqual(
			parseScfg('\na\n# b\nc').map(({ line }) => line),
			[2, 4],
		);
	});

	it('has the words that were written, whatever they contain', () => {
		const word = fc.string({ unit: 'binary' }).filter((text) => !/[\r\n]/.test(text));
		const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
		fc.assert(
			fc.property(fc.array(fc.array(word, { minLength: 1 })), (lines) => {
				const text = lines.map((words) => words.map(quoted).join(' ')).join('\n');
				assert.deepEqual(read(text), lines);
			}),
		);
	});

	it('takes a time that grows with its length only', () => {
		const unit = fc.constantFrom('"', "'", '\\', '{', '}', ' ', 'a', '#', '\n');
		fc.assert(fc.property(fc.string({ unit, maxLength: 200 }), (text) => void read(text.repeat(50))));
	});
});
