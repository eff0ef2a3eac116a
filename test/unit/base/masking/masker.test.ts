import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { finder, type Needle } from '../../../../src/base/masking/finder.ts';
import { Masker } from '../../../../src/base/masking/masker.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import { collectGarbage } from '../../../tools/released.ts';

const token = 'tok/en+With=All?of it';
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('The masker', () => {
	const known: [name: string, secrets: string[], text: string, masked: string][] = [
		['a text without secrets as it is', [token], 'GET /api/~me/trackers 200', 'GET /api/~me/trackers 200'],
		['a secret', [token], `a ${token} b`, 'a ••• b'],
		['each occurrence', ['s3cret'], 's3cret and s3cret', '••• and •••'],
		['overlapping secrets to their last character', ['abcde', 'cdefg'], 'xabcdefgx', 'x•••x'],
		['overlapping occurrences of one secret', ['aba'], 'xababax', 'x•••x'],
		['adjacent secrets as one', ['abc', 'def'], 'xabcdefx', 'x•••x'],
		['a secret that is part of another secret', ['bcd', 'abcde'], 'abcde bcd', '••• •••'],
		['a secret after an incomplete match of a longer one', ['bcd', 'abcde'], 'abcdx', 'a•••x'],
		['a secret added after one that is a part of it', ['abc', 'abcdef'], 'abcdef', '•••'],
		['a secret sent without the newline it was pasted with', ['s3cret\n'], 'x s3cret x', 'x ••• x'],
		['a percent-encoded secret', [token], `?a=${encodeURIComponent(token)}&b`, '?a=•••&b'],
		[
			'a percent-encoded secret in lower case',
			[token],
			`?a=${encodeURIComponent(token).toLowerCase()}&b`.replace(/with|all/g, capitalize),
			'?a=•••&b',
		],
		[
			'a secret as form data',
			[token],
			`a=${new URLSearchParams({ x: token }).toString().slice(2)}&b`,
			'a=•••&b',
		],
		['a secret in JSON', ['a"b\\c\nd'], JSON.stringify({ a: 'a"b\\c\nd' }), '{"a":"•••"}'],
		['a secret in base64', [token], `x ${base64(token)}`, 'x •••'],
		[
			'a secret as a password in base64, whatever the user name',
			['s3cret'],
			`${base64('a:s3cret')} ${base64('ab:s3cret')}`,
			'YT•••= YWI6•••',
		],
		['a secret as a user name in base64', ['s3cret'], `Basic ${base64('s3cret:')}`, 'Basic •••Og=='],
		['a secret in URL-safe base64', ['s3>?>?>?'], Buffer.from('s3>?>?>?').toString('base64url'), '•••'],
		[
			'a short secret, unencoded and as a password in base64',
			['x'],
			`axb ${base64('me:x')}`,
			'a•••b bWU•••==',
		],
		['nothing for an empty or blank secret', ['', '\n'], 'abc Og', 'abc Og'],
	];
	for (const [name, secrets, text, masked] of known)
		it(`masks ${name}`.replace('masks a text without', 'leaves a text without'), () => {
			const registry = new Secrets();
			const masker = new Masker(registry);
			for (const each of secrets) {
				masker.mask(text);
				registry.add(each);
			}
			assert.equal(masker.mask(text), masked);
			assert.equal(masker.mask(masked), masked);
		});

	for (const [text, masked = text] of [
		['https://me:pass@example.org/a', 'https://•••@example.org/a'],
		['git clone https://t0ken@example.org', 'git clone https://•••@example.org'],
		['smtp://me:p@ss:word@mail and ssh://git:x@git', 'smtp://•••@mail and ssh://•••@git'],
		[
			'proxies: ["PROXY ana:pass@proxy:3128","HTTPS ana@proxy"]',
			'proxies: ["PROXY •••@proxy:3128","HTTPS •••@proxy"]',
		],
		[
			'PROXY a:1;PROXY ana:p@ss@proxy:3128; SOCKS5 ana:pass@proxy',
			'PROXY a:1;PROXY •••@proxy:3128; SOCKS5 •••@proxy',
		],
		['PROXY me:pa/s#s@proxy:8080', 'PROXY •••@proxy:8080'],
		['PROXY proxy.example:3128 for ana@example.org'],
		['ssh://git@git.example.org/~me/repo, git@git.example.org:~me/repo, a@b.org'],
		['https://lists.example.org/~me/dev and me@example.org, https://host/a@b'],
	] as const)
		it(`${text === masked ? 'finds no login' : 'masks the login'} in ${text}`, () => {
			assert.equal(new Masker(new Secrets()).mask(text), masked);
			assert.equal(new Masker(new Secrets()).mask(masked), masked);
		});

	it('finds a secret in base64 wherever it stands, in both alphabets', () => {
		const secrets = new Secrets();
		secrets.add('??>>??>>');
		for (const before of ['', 'a', 'ab', 'abc', 'user:'])
			for (const encoding of ['base64', 'base64url'] as const) {
				const text = Buffer.from(`${before}??>>??>>after`).toString(encoding);
				assert.match(new Masker(secrets).mask(text), /•{3}/, `${before} ${encoding}`);
			}
	});

	it('needs little time and memory for each additional secret', async () => {
		const inUse = async () => {
			await collectGarbage();
			const { heapUsed, arrayBuffers } = process.memoryUsage();
			return heapUsed + arrayBuffers;
		};
		const secrets = new Secrets();
		const masker = new Masker(secrets);
		masker.mask('warm');
		const all = Array.from({ length: 300 }, () => randomBytes(30).toString('base64url'));
		const before = await inUse();
		// The test times out if each secret rebuilds everything.
		for (const secret of all) {
			secrets.add(secret);
			assert.equal(masker.mask(`x ${secret} y`), 'x ••• y');
		}
		const bytesPerSecret = ((await inUse()) - before) / all.length;
		assert.ok(bytesPerSecret < 20_000, `${bytesPerSecret} bytes`);
		assert.equal(masker.mask(all.join(' ')), all.map(() => '•••').join(' '));
	});

	it('takes linear time for hostile text', () => {
		// Quadratic work on one of these takes longer than a test may take.
		const pieces = ['a', 'known', 'know', '%25', '"', '://', 'http://a@', '@', 'HTTP ', 'PROXY a@'];
		const secrets = new Secrets();
		const masker = new Masker(secrets);
		secrets.add('known');
		for (const piece of pieces)
			for (const start of ['', 'http://', 'PROXY '])
				assert.ok(!masker.mask(start + piece.repeat(100_000 / piece.length)).includes('known'));
	});
});

function capitalize(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Reference implementation: searches for each needle from each position. */
function covered(needles: readonly Needle[], text: string): boolean[] {
	const marks = Array.from(text, () => false);
	for (const { text: needle, before = 0, after = 0 } of needles)
		for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1))
			marks.fill(true, Math.max(0, at - before), at + needle.length + after);
	return marks;
}

describe('The finder', () => {
	it('marks all characters of all matches and their margins, and no others', () => {
		const few = fc.constantFrom('a', 'b');
		const needle = fc.record({
			text: fc.string({ unit: few, minLength: 1, maxLength: 6 }),
			before: fc.nat({ max: 2 }),
			after: fc.nat({ max: 2 }),
		});
		fc.assert(
			fc.property(fc.array(needle), fc.string({ unit: fc.oneof(few, fc.constant('-')) }), (needles, text) => {
				const marks = Array.from(text, () => false);
				finder(needles)(text, (start, end) => {
					assert.ok(0 <= start && start < end && end <= text.length);
					marks.fill(true, start, end);
				});
				assert.deepEqual(marks, covered(needles, text));
			}),
			{ numRuns: 500 },
		);
	});
});
