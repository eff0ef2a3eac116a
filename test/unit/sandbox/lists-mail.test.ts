import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeWords } from '../../../src/sandbox/lists/encodings.ts';
import { addressesOf, envelopeOf, parseMail, referencesOf } from '../../../src/sandbox/lists/mail.ts';
import { hasPatch, isRequestPull, patchSubject } from '../../../src/sandbox/lists/patch-subject.ts';

describe('the subject of a patch', () => {
	const part = (prefix: string, version: number, number: number, total: number) => ({
		prefix,
		version,
		number,
		total,
		subject: 'fix it',
	});
	const cases: readonly [string, ReturnType<typeof part> | undefined][] = [
		['[PATCH] fix it', part('', 1, 1, 1)],
		['[PATCH editor v2 1/3] fix it', part('editor', 2, 1, 3)],
		['[PATCH 1/3 v2 editor]  fix it ', part('editor', 2, 1, 3)],
		['[editor PATCH v10 03/12] fix it', part('editor', 10, 3, 12)],
		['[RFC PATCH v2] fix it', part('', 2, 1, 1)],
		['[PATCH RFC 0/2] fix it', part('', 1, 0, 2)],
		['[PATCH RESEND a b 2/2] fix it', part('a b', 1, 2, 2)],
		['[PATCHv3 1/1] fix it', part('', 3, 1, 1)],
		['[PATCH/RFC] fix it', part('', 1, 1, 1)],
		['[patch] fix it', part('', 1, 1, 1)],
		['Re: [PATCH] fix it', undefined],
		['[PATCHWORK] fix it', undefined],
		['[PATCH 4/3] fix it', undefined],
		['[PATCH 0/0] fix it', undefined],
		['[PATCH fix it', undefined],
		['', undefined],
	];
	for (const [subject, expected] of cases) {
		it(`${JSON.stringify(subject)} ${expected ? 'is parsed into its place in a series' : 'is rejected'}`, () => {
			assert.deepEqual(patchSubject(subject), expected);
		});
	}

	it('can be any text without an error', () => {
		fc.assert(fc.property(fc.string(), (text) => void patchSubject(`[PATCH ${text}`)));
	});
});

describe('the body of a mail', () => {
	const cases: readonly [string, string, boolean][] = [
		['a git diff', 'x\r\ndiff --git a/a b/a\r\n', true],
		['a plain diff', '--- a/a\r\n+++ b/a\r\n@@ -1 +1 @@\r\n', true],
		['a diffstat alone', '---\r\n a | 1 +\r\n 1 file changed, 1 insertion(+)\r\n', true],
		['prose', 'See diff --git for more.\r\n-- \r\nBob\r\n', false],
		['a quoted diff', '> diff --git a/a b/a\r\n', false],
	];
	for (const [name, body, expected] of cases) {
		it(`that is ${name} ${expected ? 'changes' : 'does not change'} files`, () => {
			assert.equal(hasPatch(body), expected);
		});
	}

	it('written by git request-pull is a pull request, and text about it is not', () => {
		const pull =
			'The following changes since commit f3e4fc0a56a07cf6743c70c4b15b21fa8cc8b7ae:\r\n\r\n  x\r\n\r\nare available in the Git repository at:\r\n';
		assert.deepEqual(
			[isRequestPull(pull), isRequestPull('are available in the Git repository at:')],
			[true, false],
		);
	});
});

describe('encoded words', () => {
	const cases: readonly [string, string][] = [
		['=?utf-8?q?=C3=9Cml=C3=A4ut_subject_=E2=9C=93?=', 'Ümläut subject ✓'],
		['=?UTF-8?B?w5xtbMOkdXQ=?= and more', 'Ümläut and more'],
		['=?iso-8859-1?Q?caf=E9?= =?utf-8?q?_=E2=9C=93?=', 'café ✓'],
		['=?utf-8?q?=E2=9C?= =?utf-8?q?=93_cut_in_two?=', '✓ cut in two'],
		['=?utf-8*en?q?hello?=', 'hello'],
		['=?no-such-charset?q?=C3=9C?=', 'Ü'],
		['=?utf-8?q?two=0D=0Alines?=', 'two lines'],
		['=?utf-8?x?what?= =?broken', '=?utf-8?x?what?= =?broken'],
		['plain', 'plain'],
	];
	for (const [encoded, decoded] of cases) {
		it(`${encoded} are read as ${JSON.stringify(decoded)}`, () => {
			assert.equal(decodeWords(encoded), decoded);
		});
	}
});

describe('a mail', () => {
	const mail = (...lines: string[]) => parseMail(envelopeOf(lines.join('\n')));

	it('has folded headers in one piece, and only the first of repeated headers', () => {
		const { header } = mail(
			'Subject: one',
			'\ttwo',
			'  three',
			'SUBJECT: other',
			'junk',
			'',
			'Subject: body',
		);
		assert.equal(header('subject'), 'one two  three');
	});

	it('replies to the nearest of its references, however they are written', () => {
		const parsed = mail('References: <a@x> <b@x>', '\t<c@x>', 'In-Reply-To: "Bob" <b@x>', '', '');
		assert.deepEqual(referencesOf(parsed), ['<a@x>', '<c@x>', '<b@x>']);
	});

	const addresses: readonly [string, string[]][] = [
		['Bob <Bob@Example.org>', ['bob@example.org']],
		['"Bob, <fake@x>" <bob@example.org>, carol@x (Carol, too)', ['bob@example.org', 'carol@x']],
		['undisclosed-recipients:;', []],
	];
	for (const [header, expected] of addresses) {
		it(`has ${expected.join(' and ') || 'no address'} in the header ${header}`, () => {
			assert.deepEqual(addressesOf(header), expected);
		});
	}

	const bodies: readonly [string, readonly string[], string][] = [
		['base64', ['Content-Transfer-Encoding: base64', '', 'aGVsbG8g4pyT'], 'hello ✓'],
		[
			'quoted-printable latin-1',
			[
				'Content-Type: text/plain; charset=iso-8859-1',
				'Content-Transfer-Encoding: quoted-printable',
				'',
				'caf=E9 soft=',
				' break',
			],
			'café soft break',
		],
		[
			'parts',
			[
				'Content-Type: multipart/mixed; boundary="--=b"',
				'',
				'preamble',
				'----=b',
				'',
				'first',
				'----=b',
				'Content-Type: text/html',
				'',
				'<b>no</b>',
				'----=b',
				'Content-Type: text/x-patch',
				'Content-Transfer-Encoding: base64',
				'',
				'c2Vjb25k',
				'----=b--',
				'epilogue',
			],
			'first\r\nsecond',
		],
	];
	for (const [name, lines, text] of bodies) {
		it(`in ${name} is decoded to readable text`, () => {
			assert.equal(mail(...lines).text(), text);
		});
	}

	it('without headers is all body', () => {
		const parsed = mail('just words', '', 'more: words');
		assert.deepEqual([parsed.header('subject'), parsed.text()], ['', 'just words\r\n\r\nmore: words']);
	});

	it('keeps its encodings and replaces only bytes that are not text', () => {
		const raw = Buffer.concat([
			Buffer.from('Subject: =?utf-8?q?=C3=9C?=\n\ncaf'),
			Buffer.from([0xe9, 0, 0x0a]),
		]);
		assert.equal(envelopeOf(raw), 'Subject: =?utf-8?q?=C3=9C?=\r\n\r\ncaf\uFFFD\uFFFD\r\n');
	});

	it('can contain any bytes', () => {
		const piece = fc.oneof(
			fc.constantFrom(
				'\r\n',
				'\n',
				':',
				'=?utf-8?q?',
				'?=',
				'Content-Type: multipart/mixed; boundary=x',
				'\r\n--x',
				'<',
				'@',
			),
			fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
				const parsed = parseMail(envelopeOf(Buffer.from(pieces.join(''), 'latin1')));
				assert.equal(typeof parsed.text(), 'string');
				addressesOf(parsed.header('From'));
				referencesOf(parsed);
			}),
		);
	});
});
