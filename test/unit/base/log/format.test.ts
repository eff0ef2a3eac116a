import assert from 'node:assert/strict';
import { format } from '../../../../src/base/log/format.ts';

const unchanged = (text: string) => text;
const cyclic: { self?: unknown; a: number } = { a: 1 };
cyclic.self = [cyclic];
const shared = { b: 1 };

class Ticket {
	readonly id = 7;
	readonly #hidden = 'x';
	get title() {
		return this.#hidden;
	}
}

function errorWithStack(message: string, options?: ErrorOptions): Error {
	return Object.assign(new Error(message, options), { stack: `Error: ${message}\n    at x.ts:1:1` });
}

describe('a value in the log', () => {
	const cases: [value: unknown, text: string][] = [
		['text', 'text'],
		[undefined, 'undefined'],
		[null, 'null'],
		[-0.5, '-0.5'],
		[12n, '12n'],
		[Symbol('x'), 'Symbol(x)'],
		[
			{ a: 1, 'b-c': 'x"y', '1 d': [true, null, undefined] },
			'{a: 1, b-c: "x\\"y", "1 d": [true, null, undefined]}',
		],
		[cyclic, '{a: 1, self: [[circular]]}'],
		[[shared, { twice: shared }], '[{b: 1}, {twice: {b: 1}}]'],
		[new Map<unknown, unknown>([['a', 1]]).set({ b: 2 }, new Set(['c'])), 'Map{a: 1, {b: 2}: Set["c"]}'],
		[new Headers({ Accept: 'b' }), 'Headers{accept: "b"}'],
		[new URLSearchParams('a=b&a=c'), 'URLSearchParams{a: "b", a: "c"}'],
		[new URL('https://example.org/a'), 'https://example.org/a'],
		[new Date(0), '1970-01-01T00:00:00.000Z'],
		[new Date(Number.NaN), 'Invalid Date'],
		[/a.b/g, '/a.b/g'],
		[Buffer.from('hello'), '[Uint8Array, 5 bytes]'],
		[function run() {}, '[function "run"]'],
		[new Ticket(), '{id: 7}'],
		[{ get a() { return assert.fail('a getter was run'); } }, '{a: [getter]}'], // biome-ignore format: one row a case
		[Object.create(null), '{}'],
		[[[[[[[[[['deep']]]]]]]]], '[[[[[[[[[…]]]]]]]]]'],
		[Array.from({ length: 60 }, () => 0), `[${'0, '.repeat(50)}…]`],
		['x'.repeat(9000), `${'x'.repeat(8000)}…(+1000)`],
		[{ a: 'x'.repeat(1234) }, `{a: "${'x'.repeat(1000)}…(+234)"}`],
		[errorWithStack('a'), 'Error: a\n    at x.ts:1:1'],
		[Object.assign(new Error('a'), { stack: '' }), 'Error: a'],
		[Object.assign(errorWithStack('a'), { message: 'b' }), 'Error: b\nError: a\n    at x.ts:1:1'],
		[
			Object.assign(errorWithStack('a'), { code: 'ENOENT', errno: -2 }),
			'Error: a\n    at x.ts:1:1\n{code: "ENOENT", errno: -2}',
		],
		[
			errorWithStack('a', { cause: errorWithStack('b', { cause: 'c' }) }),
			'Error: a\n    at x.ts:1:1\ncaused by: Error: b\n    at x.ts:1:1\ncaused by: "c"',
		],
		[
			Object.assign(new AggregateError(['a', 1], 'b'), { stack: 'AggregateError: b' }),
			'AggregateError: b\n1 of 2: "a"\n2 of 2: 1',
		],
	];
	for (const [value, text] of cases)
		it(`is written as ${JSON.stringify(text).slice(0, 80)}`, () =>
			assert.equal(format(value, unchanged), text));

	it('is truncated as a whole, however many parts it has', () => {
		let huge: unknown = 'x'.repeat(900);
		for (let i = 0; i < 7; i++) huge = Array.from({ length: 50 }, () => huge);
		assert.match(format(huge, unchanged), /^\[{7}("x+", ){8}"x+…\(\+\d+\)", …\](, …\]){6}$/);
	});

	it('is masked string by string before it is escaped or truncated', () => {
		const seen: string[] = [];
		const mask = (text: string) => {
			seen.push(text);
			return text.startsWith('long') ? 'short' : text;
		};
		const long = `long "\n${'x'.repeat(20_000)}`;
		assert.equal(format({ key: [long] }, mask), '{key: ["short"]}');
		assert.equal(format(long, mask), 'short');
		assert.deepEqual(seen, ['key', long, long]);
	});
});
