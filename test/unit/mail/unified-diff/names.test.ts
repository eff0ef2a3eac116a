import assert from 'node:assert/strict';
import fc from 'fast-check';
import { quote, unquote } from '../../../../src/mail/unified-diff/name-quoting.ts';
import {
	namesOfGitLine,
	withoutPrefixes,
	withoutUsualPrefix,
} from '../../../../src/mail/unified-diff/names.ts';

describe('A name in quotes', () => {
	const cases: [text: string, name: string][] = [
		['"plain"', 'plain'],
		['"a/\\303\\244\\346\\227\\245.txt"', 'a/ä日.txt'],
		['"raw ä \\"quoted\\" \\\\"', 'raw ä "quoted" \\'],
		['"\\a\\b\\t\\n\\v\\f\\r\\001\\177"', '\u0007\b\t\n\v\f\r\u0001\u007f'],
		['"\\360\\237\\230\\200x\\303\\244"', '😀xä'],
		['"\\357\\273\\277bom"', '\ufeffbom'],
		['"end" after', 'end'],
		['""', ''],
	];
	for (const [text, name] of cases) {
		it(`is read: ${text}`, () => {
			assert.deepEqual(unquote(text), { name, end: text.lastIndexOf('"') + 1 });
		});
	}

	for (const text of ['', 'plain', '"open', '"bad \\x"', '"bad \\9"', '"half \\30"', '"\\'])
		it(`is malformed: ${text}`, () => assert.equal(unquote(text), undefined));

	it('that is not UTF-8 is damaged', () => {
		assert.deepEqual(unquote('"caf\\351"'), { name: 'caf\ufffd', end: 9 });
	});

	it('is written so that it is read as the same name', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom(...'ab"\\\n\t\r\u0001\u007f ä日😀\ufeff07') }),
				(name) => {
					const written = quote(name);
					assert.equal(written.startsWith('"') ? unquote(written)?.name : written, name);
					assert.equal(written.includes('\n'), false);
				},
			),
		);
	});

	it('has no quotes unless it needs them', () => {
		assert.deepEqual(['a b/ä😀', 'a"b', 'a\\b', 'a\u0001b'].map(quote), [
			'a b/ä😀',
			'"a\\"b"',
			'"a\\\\b"',
			'"a\\001b"',
		]);
	});
});

describe('The prefixes of two names', () => {
	const cases: [first: string, second: string, old: string, current?: string][] = [
		['a/x', 'b/x', 'x'],
		['a/b/x', 'b/b/x', 'b/x'],
		['i/x/y', 'w/x/y', 'x/y'],
		['1/x', '2/x', 'x'],
		['old/x/y', 'new/x/y', 'x/y'],
		['p/q/x', 'r/x', 'x'],
		['x', 'x', 'x'],
		['a/x', 'a/x', 'a/x'],
		['linux-6.1/kernel/x.c', 'linux/kernel/x.c', 'kernel/x.c'],
		['a/x', 'x', 'x'],
		// Without `rename from`, so that nothing tells where the paths begin.
		['a/old.c', 'b/new.c', 'old.c', 'new.c'],
		['src/old.c', 'src/new.c', 'src/old.c', 'src/new.c'],
		['x.c', 'y.c', 'x.c', 'y.c'],
	];
	for (const [first, second, old, current = old] of cases) {
		it(`${first} and ${second} are removed`, () => {
			assert.deepEqual(withoutPrefixes(first, second), { old, new: current });
		});
	}

	it('are removed from a single name only if they are usual', () => {
		assert.deepEqual(['a/x', 'w/x/y', 'x/y', 'x'].map(withoutUsualPrefix), ['x', 'x/y', 'x/y', 'x']);
	});
});

describe('The names on a line of git', () => {
	const none = { old: undefined, new: undefined };
	const cases: [
		text: string,
		first: string,
		second: string,
		known?: typeof none | { old: string; new: undefined } | { old: undefined; new: string },
	][] = [
		['a/x b/x', 'a/x', 'b/x'],
		['x x', 'x', 'x'],
		['x x x x x', 'x x', 'x x x', { old: 'x x', new: undefined }],
		['x x x x x', 'x x', 'x x x', { old: undefined, new: 'x x x' }],
		['a/with space b/with space', 'a/with space', 'b/with space'],
		['a/x b/x b/x b/x', 'a/x b/x', 'b/x b/x'],
		['with space with space', 'with space', 'with space'],
		['old/with space new/with space', 'old/with space', 'new/with space'],
		[`old/${'x '.repeat(40)} new/${'x '.repeat(40)}`, `old/${'x '.repeat(40)}`, `new/${'x '.repeat(40)}`],
		['a/y b/y', 'a/y', 'b/y', { old: undefined, new: 'x' }],
		['a/y b/y', 'a/y', 'b/y', { old: 'x', new: undefined }],
		['x/end  longer/end ', 'x/end ', 'longer/end '],
		['x/with space longer/with space', 'x/with space', 'longer/with space'],
		['x/y/with space z/with space', 'x/y/with space', 'z/with space'],
		['"a/\\303\\244" "b/\\303\\244"', 'a/ä', 'b/ä'],
		['"a/\\t" b/plain name', 'a/\t', 'b/plain name'],
		['a/plain name "b/\\t"', 'a/plain name', 'b/\t'],
	];
	for (const [text, first, second, known = none] of cases) {
		it(`are ${JSON.stringify([first, second])}: ${text}, where ${JSON.stringify(known)} is known`, () => {
			assert.deepEqual(namesOfGitLine(text, known), { first, second });
		});
	}

	for (const text of ['', 'x', 'x y', '"a/\\t"', '"a/\\t" ', 'x"', '"open', 'a/x y', 'a b c d', 'a/bc d/ef'])
		it(`are unreadable: ${text}`, () => {
			const names = namesOfGitLine(text, none);
			assert.ok(names === undefined || names.second === '', JSON.stringify(names));
		});

	for (const piece of [' ', '/', 'a/ ', ' b/', '"', '\\', 'a/x b/x '])
		it(`are searched at once in a line of ${JSON.stringify(piece)}`, () => {
			namesOfGitLine(piece.repeat(300_000), none);
		}).timeout(20_000);
});
