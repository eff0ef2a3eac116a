import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readAddresses } from '../../../../src/mail/message/address.ts';
import { Brackets, withoutComments } from '../../../../src/mail/message/brackets.ts';

const read = (value: string) => readAddresses(value, new Set()).map(({ name, email }) => `${name}|${email}`);

describe('A list of addresses', () => {
	const cases: readonly [value: string, addresses: readonly string[]][] = [
		['', []],
		[' , ;', []],
		['ana@example.org', ['|ana@example.org']],
		['<ana@example.org>', ['|ana@example.org']],
		['Ana <Ana@Example.org>', ['Ana|Ana@Example.org']],
		['Ana B. Carr <a@x>,bob@x , Carol<c@x>', ['Ana B. Carr|a@x', '|bob@x', 'Carol|c@x']],
		['"Carr, Ana" <a@x>', ['Carr, Ana|a@x']],
		['"Ana \\"B\\" \\\\" <a@x>', ['Ana "B" \\|a@x']],
		['"Ana" B. "Carr" <a@x>', ['Ana B. Carr|a@x']],
		['"a@b" <a@x>', ['a@b|a@x']],
		['Ana\t  Carr\u00a0<a@x>', ['Ana Carr|a@x']],
		// Comments
		['a@x (Ana)', ['Ana|a@x']],
		['a@x (Ana (the \\) first))', ['Ana (the ) first)|a@x']],
		['Ana (x, y) <a@x>', ['Ana|a@x']],
		['(Ana) <a@x>', ['Ana|a@x']],
		['Ana(x)Carr <a@x>', ['Ana Carr|a@x']],
		['Ana<a@x>Carr', ['Ana Carr|a@x']],
		['a(x)@(y)b.example', ['x y|a@b.example']],
		['<a (x)@ b . example>', ['|a@b.example']],
		// git on a machine without a domain
		['Ana <ana@host.(none)>', ['Ana|ana@host.(none)']],
		['ana@host.(none), Ana <a@x> (none)', ['|ana@host.(none)', 'Ana|a@x']],
		['ana@host.(none) (Ana)', ['Ana|ana@host.(none)']],
		['Ana B.(none) <ana@x>', ['Ana B.|ana@x']],
		['Ana <ana@(none).org>', ['Ana|ana@.org']],
		// Quoted local parts
		['<"a b,c>"@x>, b@x', ['|"a b,c>"@x', '|b@x']],
		['<"a b">, b@x', ['|"a b"', '|b@x']],
		['<a">, b@x', ['|a"', '|b@x']],
		['"a b"@x', ['|"ab"@x']],
		// Groups
		['Friends: Ana <a@x>, b@x;, c@x', ['Ana|a@x', '|b@x', '|c@x']],
		['undisclosed-recipients:;', []],
		['A: a@x; B:b@x;', ['|a@x', '|b@x']],
		// Routes
		['<@relay.example,@b.example:a@x>', ['|a@x']],
		['Ana < @relay.example : a@x >', ['Ana|a@x']],
		// Encoded words
		['=?utf-8?q?J=C3=BCrgen?= <j@x>', ['Jürgen|j@x']],
		['"=?utf-8?q?J=C3=BCrgen?=" <j@x>', ['Jürgen|j@x']],
		['=?utf-8?q?Carr=2C_Ana?= <a@x>, b@x', ['Carr, Ana|a@x', '|b@x']],
		['=?utf-8?q?J=C3?=\t=?utf-8?q?=BCrgen?= K <j@x>', ['Jürgen K|j@x']],
		['j@x (=?utf-8?q?J=C3=BCrgen?=)', ['Jürgen|j@x']],
		['Jürgen <jürgen@exämple.org>', ['Jürgen|jürgen@exämple.org']],
		// Without an address
		['Ana', ['Ana|']],
		['Carr, Ana <a@x>', ['Carr|', 'Ana|a@x']],
		['<>', ['|']],
		['Ana <>', ['Ana|']],
		// Malformed
		['"Ana <a@x>, b@x', ['"Ana|a@x', '|b@x']],
		['Ana <a@x', ['|Ana<a@x']],
		['Ana (a@x', ['|Ana(a@x']],
		['Ana < Bob <b@x>', ['Ana < Bob|b@x']],
		['Ana <a@x> <b@x> Carr', ['Ana Carr|a@x']],
		['<<a@x>>', ['< >|a@x']],
		['<a"b@x>, c@x', ['|a"b@x', '|c@x']],
		['<a(b@x>', ['|a(b@x']],
	];
	for (const [value, addresses] of cases) {
		it(`${value} is ${addresses.join(', ')}`, () => assert.deepEqual(read(value), addresses));
	}

	it('may be long', () => {
		const list = Array.from({ length: 100_000 }, (_, n) => `"Person, ${n}" <p${n}@example.org>`).join(', ');
		const addresses = readAddresses(list, new Set());
		assert.equal(addresses.length, 100_000);
		assert.deepEqual(addresses.at(-1), { name: 'Person, 99999', email: 'p99999@example.org' });
	});

	it('gives the names and addresses that were written', () => {
		const name = fc
			.string({ unit: 'grapheme-ascii', maxLength: 20 })
			.map((text) => text.trim().replace(/\s+/g, ' '));
		fc.assert(
			fc.property(
				fc.array(
					name.filter((text) => !text.includes('=?')),
					{ maxLength: 5 },
				),
				(names) => {
					const written = names.map((text, n) => `"${text.replace(/["\\]/g, '\\$&')}" <p${n}@x>`).join(', ');
					assert.deepEqual(
						read(written),
						names.map((text, n) => `${text}|p${n}@x`),
					);
				},
			),
		);
	});

	// The first of each is never closed, so that each of them would be searched to the end.
	for (const burden of ['"', '(', '<', '<"', '\\"<', '<(', '<<"', '"\\', '<a@x ("', ',<']) {
		it(`is read in linear time if it repeats ${burden}`, () => {
			read(burden.repeat(1_000_000 / burden.length));
		});
	}
});

describe('Comments', () => {
	const cases: readonly [text: string, rest: string][] = [
		['a (b) c', 'a   c'],
		['(a (b) c) d (e)', '  d  '],
		['a (b', 'a (b'],
		['(a\\)) b', '  b'],
		['(a\\\\) b', '  b'],
		['a) b', 'a) b'],
	];
	for (const [text, rest] of cases) {
		it(`are removed from ${text}`, () => assert.equal(withoutComments(text), rest));
	}

	it('start with a parenthesis', () => assert.equal(new Brackets('a(b)').endOf(0), undefined));
});
