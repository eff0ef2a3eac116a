import assert from 'node:assert/strict';
import { valueAfter } from '../../../src/base/redaction/assignment.ts';
import { decodings, markOriginal } from '../../../src/base/redaction/decodings.ts';
import { encodingsOf } from '../../../src/base/redaction/encodings.ts';
import type { Mark } from '../../../src/base/redaction/finder.ts';
import { markLikelySecrets, namesSecret } from '../../../src/base/redaction/secret-patterns.ts';

const hex = 'a0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5';

describe('The value after a name', () => {
	/** `|` marks the end of the name. */
	const cases: readonly [text: string, takes: 'line' | 'word', value: string | undefined, form?: string][] = [
		['token|=abc def', 'word', 'abc', 'form'],
		['token|=abc&b=c', 'word', 'abc', 'form'],
		['token|=abc#b', 'word', 'abc', 'form'],
		['token|: abc, def', 'word', 'abc', 'prose'],
		['token| => abc', 'word', 'abc', 'form'],
		['token|: "a b", c', 'word', 'a b', 'quoted'],
		["'token|': 'a b'", 'word', 'a b', 'quoted'],
		['"token|": abc}', 'word', 'abc', 'quoted'],
		['{\\"token|\\":\\"a\\\\\\"b\\"}', 'word', 'a\\\\\\"b', 'quoted'],
		['token|: "a \\" b" c', 'word', 'a \\" b', 'quoted'],
		['token|: "never closed', 'word', 'never closed', 'quoted'],
		['cookie|: a=b; c=d\nnext', 'line', 'a=b; c=d', 'line'],
		['"cookie|": "a=b", "c": 1', 'line', 'a=b', 'quoted'],
		['cookie|: "a", b="c"\nnext', 'line', 'a', 'quoted'],
		['cookie|: "a"; b="c"\nnext', 'line', 'a"; b="c"', 'quoted'],
		['"authorization|", "Bearer x"', 'line', 'Bearer x', 'quoted'],
		['cookie|: ["a", "b"] c', 'line', '"a", "b"', 'quoted'],
		['cookie|: [a, "b"] c', 'line', 'a, "b"] c', 'quoted'],
		['token|: •••, next', 'word', '•••', 'line'],
		['token|: "•••", next', 'word', '•••', 'quoted'],
		['token|, "abc"', 'word', undefined],
		['authorization|, "Bearer x"', 'line', undefined],
		['token|: undefined', 'word', undefined],
		['token|: null, a', 'word', undefined],
		['token|: [getter], a', 'word', undefined],
		['token|=true&a', 'word', undefined],
		['token|: nullable', 'word', 'nullable', 'prose'],
		['token|: {a: 1}', 'word', undefined],
		['token| was refused', 'word', undefined],
		['token|', 'word', undefined],
	];
	for (const [text, takes, expected, form] of cases) {
		it(`is ${JSON.stringify(expected)} of a ${takes} in ${JSON.stringify(text)}`, () => {
			const at = text.indexOf('|');
			const program = text.slice(0, at) + text.slice(at + 1);
			const found = valueAfter(program, at, takes);
			assert.deepEqual(
				found && [program.slice(found.start, found.end), found.notation],
				expected && [expected, form],
			);
		});
	}
});

const markedBy = (find: (mark: Mark) => void, text: string): string[] => {
	const found: string[] = [];
	find((start, end) => found.push(text.slice(start, end)));
	return found;
};

describe('What looks like a secret in a text', () => {
	const cases: readonly [text: string, ...marked: string[]][] = [
		['Authorization: Bearer abc\nnext', 'Bearer abc', 'abc'],
		['access_token=abc&b=c', 'abc'],
		['?code=abc', 'abc'],
		['?code=ENOENT&b', 'ENOENT'],
		['code=ENOENT'],
		['code: ERR_INVALID_URL'],
		['barcode: a1b2c3d4e5f6a7b8'],
		['token: expired'],
		['token: abcdefghijklmno'],
		['token: abcdefghijklmnop', 'abcdefghijklmnop'],
		['token: abcdef7'],
		['token: abcdefg7', 'abcdefg7'],
		['password: x', 'x'],
		['the token was refused'],
		['Bearer x', 'x'],
		['Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
		['Basic English'],
		['token abcdefg7', 'abcdefg7'],
		['https://user:pass@host/x', 'user:pass'],
		['https://user@host/x', 'user'],
		['ssh://git@host/x'],
		['ssh://git:pass@host/x', 'git:pass'],
		['https://host/a@b'],
		['proxies: ["PROXY ana:pass@proxy:3128","HTTPS ana@proxy"]', 'ana:pass', 'ana'],
		['PROXY a:1;PROXY ana:p@ss@proxy:3128; SOCKS5 ana:pass@proxy', 'ana:p@ss', 'ana:pass'],
		['PROXY proxy.example:3128'],
		['a proxy for ana@example.org'],
		[hex, hex],
		[hex.toUpperCase(), hex.toUpperCase()],
		[`${hex}a`],
		[`x${hex}`],
		[hex.slice(1)],
	];
	for (const [text, ...marked] of cases) {
		it(`is ${JSON.stringify(marked)} in ${JSON.stringify(text)}`, () =>
			assert.deepEqual(
				markedBy((mark) => markLikelySecrets(text, mark), text),
				marked,
			));
	}
});

describe('A key of an object', () => {
	for (const [key, value, isSecret] of [
		['access_token', 'abc', true],
		['Authorization', 'abc', true],
		['clientSecret', 7, true],
		['code', 'abc', true],
		['code', 'ENOENT', false],
		['code', 'E2BIG', false],
		['code', 'ERR_INVALID_URL', false],
		['code', '-1', false],
		['code', '1234', true],
		['code', 1234, false],
		['exitCode', 'abc', false],
		['tokens', 'abc', false],
		['token', '', false],
		['token', null, false],
		['token', undefined, false],
		['token', true, false],
	] as const) {
		it(`${isSecret ? 'names' : 'does not name'} a secret: ${key} of ${JSON.stringify(value)}`, () =>
			assert.equal(namesSecret(key, value), isSecret));
	}
});

describe('The spellings of a secret', () => {
	const texts = (secret: string) => encodingsOf(secret).map(({ text }) => text);

	it('include those of addresses, forms and JSON, in both cases of escapes', () => {
		const all = texts('a "b"/c');
		for (const text of [
			'a "b"/c',
			'a%20%22b%22%2Fc',
			'a%20%22b%22%2fc',
			'a+%22b%22%2Fc',
			'a+"b"/c',
			'a \\"b\\"/c',
		])
			assert.ok(all.includes(text), text);
	});

	it('include it without the space around it', () => assert.ok(texts('abcd\n').includes('abcd')));

	it('are found in base64 wherever it stands, in both alphabets', () => {
		const secret = '??>>??>>';
		const all = encodingsOf(secret);
		for (const before of ['', 'a', 'ab', 'abc', 'user:'])
			for (const encoding of ['base64', 'base64url'] as const) {
				const text = Buffer.from(`${before}${secret}after`).toString(encoding);
				assert.ok(
					all.some((needle) => text.includes(needle.text)),
					`${before} ${encoding}`,
				);
			}
	});

	it('of a short secret are found in base64 alone and as a password, but not in the middle of any text', () => {
		const all = texts('pw1');
		assert.ok(all.includes(Buffer.from('pw1').toString('base64')));
		for (const user of ['', 'a', 'ab', 'abc']) {
			const text = Buffer.from(`${user}:pw1`).toString('base64').replace(/=+$/, '');
			assert.ok(
				all.some((needle) => text.includes(needle)),
				user,
			);
		}
		assert.ok(
			all.every((text) => text.length >= 3),
			all.join(' '),
		);
	});

	it('are none for an empty secret', () => assert.deepEqual(texts(''), []));
});

describe('The decodings of a text', () => {
	const decoded = (text: string) => decodings(text).map((view) => view.text);
	for (const [text, ...expected] of [
		['plain'],
		['a%20b', 'a b'],
		['100%'],
		['a%2520b', 'a%20b', 'a b'],
		['%C3%A9', 'é'],
		['%E2%82%AC', '€'],
		['%F0%9F%98%80', '😀'],
		['%ff', 'ÿ'],
		['a\\u0062\\x63\\n', 'abc\n'],
		['\\u{1F600}', '😀'],
		['\\"', '"'],
		['%5Cn', '\\n', '\n'],
	] as const) {
		it(`are ${JSON.stringify(expected)} for ${JSON.stringify(text)}`, () =>
			assert.deepEqual(decoded(text), expected));
	}

	it('end after three levels', () => {
		assert.equal(decoded('%252525252541').at(-1), '%252541');
	});

	it('know where their characters come from', () => {
		const text = 'x%2541\\u0042y';
		for (const view of decodings(text)) {
			const at = view.text.indexOf('y');
			assert.deepEqual(
				markedBy((mark) => markOriginal(view, mark)(at, at + 1), text),
				['y'],
				view.text,
			);
		}
		const view = decodings(text).find((one) => one.text.includes('AB')) ?? assert.fail();
		const at = view.text.indexOf('AB');
		assert.deepEqual(
			markedBy((mark) => markOriginal(view, mark)(at, at + 2), text),
			['%2541\\u0042'],
		);
	});
});
