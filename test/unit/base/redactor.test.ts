import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Redactor } from '../../../src/base/redaction/redactor.ts';
import { Secrets } from '../../../src/base/secrets.ts';
import { collectGarbage } from '../../tools/released.ts';

const token = 'tok/en+With=All?of it';
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('The redactor', () => {
	const known: [name: string, secrets: string[], text: string, redacted: string][] = [
		['a text without secrets as it is', [token], 'GET /api/~me/trackers 200', 'GET /api/~me/trackers 200'],
		['a secret', [token], `a ${token} b`, 'a ••• b'],
		['each occurrence', ['s3cret'], 's3cret and s3cret', '••• and •••'],
		['overlapping secrets to their last character', ['abcde', 'cdefg'], 'xabcdefgx', 'x•••x'],
		['overlapping occurrences of one secret', ['aba'], 'xababax', 'x•••x'],
		['adjacent secrets as one', ['abc', 'def'], 'xabcdefx', 'x•••x'],
		['a secret that is part of another secret', ['bcd', 'abcde'], 'abcde bcd', '••• •••'],
		['secrets inside a header that is masked anyway', ['abc', 'def'], 'Cookie: x abc y def z', 'Cookie: •••'],
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
		['a secret with more percent-encoding than necessary', ['s3cret'], 'x%73%33%63ret&b', 'x•••&b'],
		[
			'a percent-encoded secret with multibyte characters',
			['gehëim€😀'],
			'a=%67eh%c3%abim%e2%82%ac%f0%9f%98%80&b',
			'a=•••&b',
		],
		['a secret as form data from a different encoder', ['a b!/c'], 'x=a+b!%2fc&y', 'x=•••&y'],
		['a percent-encoded secret after a broken escape', ['1 /', '2 3'], '%41+%2F %42%203', '%4••• %4•••'],
		['a secret percent-encoded twice', ['a/b'], 'x a%252Fb x', 'x ••• x'],
		['a secret percent-encoded twice at the end of the text', ['s3cret'], 'x s3cre%2574', 'x •••'],
		[
			'a percent-encoded secret in malformed text',
			['a/b'],
			'%zz%4 a%2fb %e2%82 %c3%28%',
			'%zz%4 ••• %e2%82 %c3%28%',
		],
		['a secret in JSON', ['a"b\\c\nd'], JSON.stringify({ a: 'a"b\\c\nd' }), '{"a":"•••"}'],
		['a secret in JSON inside JSON', ['a"b'], JSON.stringify(JSON.stringify('a"b')), '"\\"•••\\""'],
		['a secret with escaped letters', ['s3cret'], String.raw`\u0073\x33\u{63}ret\/`, '•••\\/'],
		['a secret with an escaped surrogate pair', ['😀😀'], String.raw`"\ud83d\ude00\u{1f600}"`, '"•••"'],
		['a JSON secret after a backslash', ['t"'], String.raw`\t\"`, '\\•••'],
		['a secret in base64', [token], `x ${base64(token)}`, 'x •••'],
		[
			'a secret as a password in base64, whatever the user name',
			['s3cret'],
			`${base64('a:s3cret')} ${base64('ab:s3cret')}`,
			'YT•••= YWI6•••',
		],
		['a secret as a user name in base64', ['s3cret'], `Basic ${base64('s3cret:')}`, 'Basic •••'],
		['a secret in URL-safe base64', ['s3>?>?>?'], Buffer.from('s3>?>?>?').toString('base64url'), '•••'],
		[
			'a short secret, unencoded and as a password in base64',
			['x'],
			`axb ${base64('me:x')}`,
			'a•••b bWU•••==',
		],
		['nothing for an empty or blank secret', ['', '\n'], 'abc Og', 'abc Og'],
	];
	for (const [name, secrets, text, redacted] of known)
		it(`masks ${name}`.replace('masks a text without', 'leaves a text without'), () => {
			const registry = new Secrets();
			const redactor = new Redactor(registry);
			for (const each of secrets) {
				redactor.redact(text);
				registry.add(each);
			}
			assert.equal(redactor.redact(text), redacted);
			assert.equal(redactor.redact(redacted), redacted);
		});

	const hex = '0123456789abcdef';
	const shapes: [text: string, redacted?: string][] = [
		['Authorization: Bearer abc.def', 'Authorization: •••'],
		['authorization:token abc\r\nAccept: b', 'authorization:•••\r\nAccept: b'],
		['Proxy-Authorization: Digest username="a", response="b"', 'Proxy-Authorization: •••'],
		['Authorization: ••• {status: 401}'],
		['cookie: ["a\nb", x\nnext', 'cookie: [•••\nnext'],
		['Cookie: a="b"; c=d\nnext', 'Cookie: •••\nnext'],
		['Set-Cookie: "a"; c=d\nnext', 'Set-Cookie: "•••\nnext'],
		['{"Authorization":"Bearer abc","next":1}', '{"Authorization":"•••","next":1}'],
		[String.raw`{"client_secret":"a\"b\\","next":"c"}`, '{"client_secret":"•••","next":"c"}'],
		["{ 'set-cookie': [ 'a=b', 'c=]' ], next: 1 }", "{ 'set-cookie': [•••], next: 1 }"],
		["[ 'authorization', 'Bearer abc', 'accept' ]", "[ 'authorization', '•••', 'accept' ]"],
		["Map(1) { 'cookie' => 'a=b' }", "Map(1) { 'cookie' => '•••' }"],
		['authorization: undefined, cookie: null', 'authorization: undefined, cookie: null'],
		['curl -u x Bearer abc https://a', 'curl -u x Bearer ••• https://a'],
		['Bearer Bearer abc', 'Bearer ••• •••'],
		['token: Cookie:a=b', 'token: Cookie:•••'],
		['sent "token abcdefgh12", got 401', 'sent "token •••", got 401'],
		[`Basic ${base64('me:pass')}, Basic understanding`, 'Basic •••, Basic understanding'],
		['GET /cb?code=abc&state=x HTTP/1.1', 'GET /cb?code=•••&state=x HTTP/1.1'],
		['GET /cb?code=123&state=x, GET /cb?code=ENOENT', 'GET /cb?code=•••&state=x, GET /cb?code=•••'],
		['/cb#access_token=abc&token_type=bearer', '/cb#access_token=•••&token_type=bearer'],
		['grant_type=refresh_token&refresh_token=abc', 'grant_type=refresh_token&refresh_token=•••'],
		[
			'client_secret=a&exchange=b&code_verifier=c&code=d',
			'client_secret=•••&exchange=•••&code_verifier=•••&code=•••',
		],
		['?to=http%3A%2F%2Fa%2Fcb%3Fcode%3Dabc%26x%3D1&y', '?to=http%3A%2F%2Fa%2Fcb%3Fcode%3D•••%26x%3D1&y'],
		['{"token": "abc", "expires": 1}', '{"token": "•••", "expires": 1}'],
		['{"refresh_token":12345,"clientSecret":"a","x":1}', '{"refresh_token":•••,"clientSecret":"•••","x":1}'],
		[String.raw`"{\"exchange\":\"abc\",\"x\":1}"`, String.raw`"{\"exchange\":\"•••\",\"x\":1}"`],
		["{ accessToken: 'abc', password: 'def' }", "{ accessToken: '•••', password: '•••' }"],
		['token: abcdefgh12 code: abcdefgh12', 'token: ••• code: •••'],
		['https://me:pass@example.org/a', 'https://•••@example.org/a'],
		['git clone https://t0ken@example.org', 'git clone https://•••@example.org'],
		['smtp://me:p@ss:word@mail and ssh://git:x@git', 'smtp://•••@mail and ssh://•••@git'],
		[`pasted ${hex}${hex}.`, 'pasted •••.'],
		[`?t=${hex.toUpperCase()}${hex}&a`, '?t=•••&a'],
		[`"\\n${hex}${hex}\\n" a%3D${hex}${hex}%26`, '"\\n•••\\n" a%3D•••%26'],
		// Text that must stay readable.
		['Invalid or expired OAuth token: the token was refused, token: expired'],
		['{"response_type":"code","error":"invalid_token","error_description":"x"}'],
		['{"token":null,"token_type":"bearer","secrets":3,"code":"ENOENT"} exited with code: 128'],
		["{ code: 'ERR_INVALID_URL', statusCode: 404 } code=1 code: UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
		['ssh://git@git.example.org/~me/repo, git@git.example.org:~me/repo, a@b.org'],
		['https://lists.example.org/~me/dev and me@example.org'],
		[`commit ${hex}${hex}01234567`],
		['uuid 123e4567-e89b-12d3-a456-426614174000'],
		[`sha256 ${hex}${hex}${hex}${hex}`],
		['authorization_endpoint and authorization, cookie: the names alone'.replace(': the', ' the')],
	];
	for (const [text, redacted = text] of shapes)
		it(`${text === redacted ? 'leaves unchanged' : 'masks unregistered secrets in'}: ${JSON.stringify(text)}`, () => {
			assert.equal(new Redactor(new Secrets()).redact(text), redacted);
			assert.equal(new Redactor(new Secrets()).redact(redacted), redacted);
		});

	it('needs little time and memory for each additional secret', async () => {
		const inUse = async () => {
			await collectGarbage();
			const { heapUsed, arrayBuffers } = process.memoryUsage();
			return heapUsed + arrayBuffers;
		};
		const secrets = new Secrets();
		const redactor = new Redactor(secrets);
		redactor.redact('warm');
		const all = Array.from({ length: 300 }, () => randomBytes(30).toString('base64url'));
		const before = await inUse();
		// The test times out if each secret rebuilds everything.
		for (const secret of all) {
			secrets.add(secret);
			assert.equal(redactor.redact(`x ${secret} y`), 'x ••• y');
		}
		const bytesPerSecret = ((await inUse()) - before) / all.length;
		assert.ok(bytesPerSecret < 20_000, `${bytesPerSecret} bytes`);
		assert.equal(redactor.redact(all.join(' ')), all.map(() => '•••').join(' '));
	});

	it('takes linear time for hostile text', () => {
		// Quadratic work on one of these takes longer than a test may take.
		const pieces = [
			...[
				'a',
				'known',
				'know',
				hex,
				'\\',
				'%',
				'%25',
				'\\u005c',
				'%5c\\u0025',
				'\u001b',
				'😀',
				'"',
				'://',
				'http://a@',
			],
			...[
				'bearer ',
				'basic ',
				'basic QUFB',
				'token+',
				'token: ',
				'token=',
				'token:"',
				'code=AA_',
				'"token":\\"',
			],
			...[
				'authorization:',
				'cookie: ["',
				`"\ncookie: ['",`,
				'cookie:["a", ',
				'cookie:\n',
				"set-cookie: ['\\",
			],
		];
		const secrets = new Secrets();
		const redactor = new Redactor(secrets);
		secrets.add('known');
		for (const piece of pieces)
			for (const [start, end] of [
				['', ''],
				['token', ':'],
				['cookie: ["', '"'],
			]) {
				const text = start + piece.repeat(100_000 / piece.length) + end;
				assert.ok(!redactor.redact(text).includes('known'));
			}
	});
});

function capitalize(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
