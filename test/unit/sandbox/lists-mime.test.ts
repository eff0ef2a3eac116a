import assert from 'node:assert/strict';
import { plainText, splitHeaders } from '../../../src/sandbox/lists/mime.ts';

const mail = (...lines: readonly string[]) => lines.join('\r\n');
const textOf = (...lines: readonly string[]) => {
	const { headers, body } = splitHeaders(mail(...lines));
	return plainText(headers, body);
};

describe('The headers of a mail', () => {
	it('are read by lower-case name, unfolded, each of several', () => {
		const { headers, body } = splitHeaders(
			mail('From: a', 'X-A: b', '\tc', 'x-a : d', 'no header', '', 'Text', ''),
		);
		assert.deepEqual(Object.fromEntries(headers), { from: ['a'], 'x-a': ['b\tc', 'd'] });
		assert.equal(body, 'Text\r\n');
	});

	it('may follow the line of a mailbox', () => {
		assert.deepEqual(splitHeaders(mail('From me today', 'Subject: a', '', 'b')).headers.get('subject'), [
			'a',
		]);
	});

	it('are none in a text that does not begin like one', () => {
		for (const text of ['Dear all, this: is a text', mail('', 'Subject: a', '', 'b')])
			assert.equal(splitHeaders(text).headers.size, 0, text);
	});

	it('may be all of the mail', () => {
		assert.equal(splitHeaders('Subject: a').body, '');
	});
});

describe('The text that the sandbox reads from a mail', () => {
	const cases: readonly [what: string, lines: readonly string[], text: string][] = [
		['is its body', ['Subject: a', '', 'Text'], 'Text'],
		['is decoded from base64', ['Content-Transfer-Encoding: BASE64', '', 'VMOkeHQ='], 'Täxt'],
		[
			'is decoded from quoted-printable',
			['Content-Transfer-Encoding: quoted-printable', '', 'T=C3=A4x=', 't'],
			'Täxt',
		],
		[
			'is decoded from its charset',
			['Content-Type: text/plain; charset="iso-8859-1"', 'Content-Transfer-Encoding: base64', '', 'VOR4dA=='],
			'Täxt',
		],
		['is none of HTML', ['Content-Type: text/html', '', '<p>Text'], ''],
		['is none of a picture', ['Content-Type: image/png', '', 'x'], ''],
		[
			'is all its plain parts',
			[
				'Content-Type: multipart/mixed; boundary=b',
				'',
				'Preamble',
				'--b',
				'',
				'One',
				'--b',
				'Content-Type: text/html',
				'',
				'<p>',
				'--b',
				'Content-Type: text/x-diff',
				'',
				'Two',
				'--b--',
				'Epilogue',
			],
			'One\r\nTwo',
		],
		[
			'is the whole body of a multipart mail without a boundary',
			['Content-Type: multipart/mixed', '', 'x'],
			'',
		],
	];
	for (const [what, lines, text] of cases) it(what, () => assert.equal(textOf(...lines), text));

	it('is none of parts that are nested too deeply', () => {
		const nested = (depth: number): string[] =>
			depth === 0
				? ['', 'Deep']
				: [
						`Content-Type: multipart/mixed; boundary=b${depth}`,
						'',
						`--b${depth}`,
						...nested(depth - 1),
						`--b${depth}--`,
					];
		assert.deepEqual([textOf(...nested(5)), textOf(...nested(6))], ['Deep', '']);
	});
});
