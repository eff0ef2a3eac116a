import assert from 'node:assert/strict';
import fc from 'fast-check';
import { defaultCaps } from '../../../../src/mail/message/caps.ts';
import type { Mail } from '../../../../src/mail/message/mail.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { headers, mailOf } from './mail-of.ts';

const parse = (...lines: readonly string[]): Mail => parseMail(mailOf(...headers(...lines)));

describe('A mail', () => {
	it('has what its headers say', () => {
		const mail = parseMail(
			mailOf(
				'Received: from a.example',
				'  by b.example',
				'Received: from c.example',
				'Message-Id: <4@example.org>',
				'In-Reply-To: <3@example.org> (yesterday)',
				'References: <1@example.org>',
				'\t<2@example.org> <3@example.org>',
				'FROM: =?utf-8?q?J=C3=BCrgen?= <j@example.org>',
				'To: Ana <a@example.org>, b@example.org',
				'Cc: Readers: c@example.org;',
				'Cc: d@example.org',
				'Reply-To: "L, List" <l@example.org>',
				'Date: Fri, 20 Nov 2020 07:00:00 +0100',
				' (CET)',
				'Subject: Re: =?utf-8?q?=5BPATCH_?=',
				' =?utf-8?q?1/2=5D?= Open',
				'  files',
				'',
				'Hello',
				'',
			),
		);
		assert.deepEqual(mail, {
			messageId: '<4@example.org>',
			inReplyTo: '<3@example.org>',
			references: ['<1@example.org>', '<2@example.org>', '<3@example.org>'],
			from: { name: 'Jürgen', email: 'j@example.org' },
			to: [
				{ name: 'Ana', email: 'a@example.org' },
				{ name: '', email: 'b@example.org' },
			],
			cc: [
				{ name: '', email: 'c@example.org' },
				{ name: '', email: 'd@example.org' },
			],
			replyTo: [{ name: 'L, List', email: 'l@example.org' }],
			subject: 'Re: [PATCH 1/2] Open files',
			dateText: 'Fri, 20 Nov 2020 07:00:00 +0100 (CET)',
			date: Date.UTC(2020, 10, 20, 6),
			text: 'Hello\r\n\r\n',
			attachments: [],
			warnings: [],
		});
	});

	it('may be empty', () => {
		assert.deepEqual(parseMail(''), {
			messageId: undefined,
			inReplyTo: undefined,
			references: [],
			from: { name: '', email: '' },
			to: [],
			cc: [],
			replyTo: [],
			subject: '',
			dateText: '',
			date: undefined,
			text: '',
			attachments: [],
			warnings: ['date-unreadable', 'from-unreadable'],
		});
	});

	const authors: readonly [from: string, name: string, email: string, isOdd?: true][] = [
		['Carr, Ana <a@x>', 'Carr, Ana', 'a@x'],
		['Carr, <a@x>', 'Carr', 'a@x'],
		['Ana <a@x>, Bo <b@x>', 'Ana', 'a@x'],
		['Ana', 'Ana', '', true],
		['', '', '', true],
	];
	for (const [from, name, email, isOdd] of authors) {
		it(`from ${JSON.stringify(from)} has an author`, () => {
			const mail = parseMail(mailOf(`From: ${from}`, 'Date: 1 Jan 2020 00:00:00 Z', '', ''));
			assert.deepEqual([mail.from, mail.warnings], [{ name, email }, isOdd ? ['from-unreadable'] : []]);
		});
	}

	it('keeps what it says about its date if that is unreadable', () => {
		const { date, dateText, warnings } = parseMail(mailOf('From: a@x', 'Date: last', ' Monday', '', ''));
		assert.deepEqual([date, dateText, warnings], [undefined, 'last Monday', ['date-unreadable']]);
	});

	it('may have ids as encoded words', () => {
		const { messageId, inReplyTo, references } = parse(
			'Message-ID: =?utf-8?q?=3C3=40example?=',
			' =?utf-8?q?=2Eorg=3E?=',
			'In-Reply-To: =?utf-8?q?=3C2=40x=3E?=',
			'References: <1@x> =?utf-8?q?=3C2=40x=3E?=',
			'References: <0@x>',
			'',
		);
		assert.deepEqual(
			[messageId, inReplyTo, references],
			['<3@example.org>', '<2@x>', ['<1@x>', '<2@x>', '<0@x>']],
		);
	});
});

describe('The text of a mail', () => {
	interface Case {
		readonly header: readonly string[];
		/** The text of the mail, with line feeds. */
		readonly body: string;
		readonly text: string;
		readonly warnings?: readonly string[];
	}
	const encoded = (encoding: string, charset: string) => [
		`Content-Type: text/plain; charset=${charset}`,
		`Content-Transfer-Encoding: ${encoding}`,
	];
	const cases: Readonly<Record<string, Case>> = {
		'is as it is without an encoding': { header: [], body: 'a=3D\n\nü €\ufffd', text: 'a=3D\n\nü €\ufffd' },
		'is as it is with 8bit, whatever the charset': {
			header: encoded('8bit', 'koi8-r'),
			body: 'Привет',
			text: 'Привет',
		},
		'is as it is with misspelled 8-BIT': { header: encoded(' 8-BIT (x)', 'utf-8'), body: 'ü=', text: 'ü=' },
		'is decoded from quoted-printable': {
			header: encoded('Quoted-Printable', 'iso-8859-1'),
			body: 'J=FCrgen =80=\n!\n',
			text: 'Jürgen €!\n',
		},
		'is decoded from base64': { header: encoded('BASE64', 'utf-8'), body: 'w7w\n=\n', text: 'ü' },
		'is decoded between characters that are decoded already': {
			header: encoded('quoted-printable', 'utf-8'),
			body: 'ü=C3=BCü=3D',
			text: 'üüü=',
		},
		'is decoded from charsets of seven bits without an encoding': {
			header: encoded('7bit', 'ISO-2022-JP'),
			body: '\x1b$BF|K\\\x1b(B\n',
			text: '日本\n',
		},
		'stays if it is no text of seven bits': {
			header: encoded('7bit', 'iso-2022-jp'),
			body: '日本\x1b$B',
			text: '日本\x1b$B',
		},
		'stays if it has a control character of eight bits': {
			header: encoded('7bit', 'iso-2022-jp'),
			body: '\x80\x1b$B',
			text: '\x80\x1b$B',
		},
		'is guessed for unknown charsets': {
			header: encoded('quoted-printable', 'x-unknown'),
			body: '=FC',
			text: 'ü',
			warnings: ['charset-unknown'],
		},
		'is as it is for unknown encodings': {
			header: encoded('x-uuencode', 'utf-8'),
			body: 'begin 644',
			text: 'begin 644',
			warnings: ['encoding-unknown'],
		},
		'is what can be decoded of malformed base64': {
			header: encoded('base64', 'utf-8'),
			body: 'aGk=\n-- \nlist',
			text: 'hi',
			warnings: ['encoding-malformed'],
		},
		'is what can be decoded of malformed quoted-printable text': {
			header: encoded('quoted-printable', 'utf-8'),
			body: '1=2',
			text: '1=2',
			warnings: ['encoding-malformed'],
		},
		'has the lines that its author wrote if it is flowed': {
			header: ['Content-Type: text/plain; format=flowed'],
			body: '  context\n line \nend\n>  quote\n-- \n From',
			text: ' context\nline end\n>  quote\n-- \nFrom',
		},
		'has no space where a line was wrapped if it is flowed with DelSp': {
			header: ['Content-Type: text/plain; format=flowed; delsp=yes'],
			body: 'wo \nrd \n and\n',
			text: 'wordand\n',
		},
		'keeps its spaces if it is not flowed': {
			header: ['Content-Type: text/plain; format=fixed'],
			body: ' context\n',
			text: ' context\n',
		},
		'is the text of HTML if there is nothing else': {
			header: ['Content-Type: text/html', 'Content-Transfer-Encoding: quoted-printable'],
			body: '<p>a =\nb</p><p class=3D"x">c',
			text: 'a b\n\nc\n',
		},
		'is read even if it has a name': {
			header: ['Content-Type: text/x-patch; name=a.patch', 'Content-Disposition: attachment'],
			body: 'diff\n',
			text: 'diff\n',
		},
		'is read if the type is malformed': { header: ['Content-Type: text'], body: 'a', text: 'a' },
		'is read if a multipart has no boundary': {
			header: ['Content-Type: multipart/mixed', 'Content-Transfer-Encoding: base64'],
			body: '--b\n\nabcd\n--b--\n',
			text: '--b\n\nabcd\n--b--\n',
			warnings: ['boundary-missing'],
		},
		'is read if a multipart has no boundary, even with a signature': {
			header: ['Content-Type: multipart/mixed'],
			body: 'a\n--\nAna\n--\nb\n',
			text: 'a\n--\nAna\n--\nb\n',
			warnings: ['boundary-missing'],
		},
		'is read if the boundary of a multipart is never used': {
			header: ['Content-Type: multipart/mixed; boundary=c'],
			body: '--b\n\nabcd\n--cd\n--c-\n --c\n',
			text: '--b\n\nabcd\n--cd\n--c-\n --c\n',
			warnings: ['boundary-missing'],
		},
	};
	for (const [what, { header, body, text, warnings = [] }] of Object.entries(cases)) {
		it(what, () => {
			const mail = parseMail(`${headers(...header).join('\n')}\n\n${body}`);
			assert.deepEqual([mail.text, mail.warnings, mail.attachments], [text, warnings, []]);
		});
	}

	it('ends its lines as the mail does', () => {
		assert.equal(parse('Content-Type: text/plain; format=flowed', '', ' a', 'b').text, 'a\r\nb\r\n');
	});
});

describe('The parts of a mail', () => {
	const multipart = (type: string, ...parts: readonly (readonly string[])[]): readonly string[] => [
		`Content-Type: multipart/${type}; boundary="=_b"`,
		'',
		'preamble',
		...parts.flatMap((part) => ['--=_b', ...part]),
		'--=_b--',
		'epilogue',
	];
	const nested = (type: string, boundary: string, ...parts: readonly (readonly string[])[]) => [
		`Content-Type: multipart/${type}; boundary=${boundary}`,
		'',
		...parts.flatMap((part) => [`--${boundary}`, ...part]),
		`--${boundary}--`,
	];
	const plain = (...lines: readonly string[]) => ['Content-Type: text/plain', '', ...lines];
	const html = (...lines: readonly string[]) => ['Content-Type: text/html', '', ...lines];
	const image = ['Content-Type: image/png; name=a.png', 'Content-Transfer-Encoding: base64', '', 'AAAA'];
	const patch = [
		'Content-Type: text/x-patch; name="0001-a.patch"',
		'Content-Disposition: attachment; filename="0001-a.patch"',
		'',
		'diff',
		'',
	];

	interface Case {
		readonly mail: readonly string[];
		readonly text: string;
		readonly attachments?: readonly string[];
		readonly warnings?: readonly string[];
	}
	const cases: Readonly<Record<string, Case>> = {
		'without headers are text': { mail: multipart('mixed', ['', 'a', '']), text: 'a\r\n' },
		'are read one after the other': {
			mail: multipart('mixed', plain('a'), plain('b', ''), plain(''), plain('c')),
			text: 'a\r\nb\r\nc',
		},
		'may be empty': { mail: multipart('mixed', [], [''], plain()), text: '' },
		'are chosen from alternatives, plain text first': {
			mail: multipart('alternative', html('<b>a</b>'), plain('b')),
			text: 'b',
		},
		'are the text of HTML if the plain text is blank': {
			mail: multipart('alternative', plain(' '), html('<b>a</b>')),
			text: 'a\n',
		},
		'may all be blank': { mail: multipart('alternative', plain(''), plain(' ')), text: '' },
		'are chosen from alternatives with images': {
			mail: multipart('alternative', nested('related', 'c', html('<img>a'), image), plain('b')),
			text: 'b',
			attachments: ['a.png image/png undefined'],
		},
		'are chosen from alternatives, plain text first, even if that is mixed': {
			mail: multipart('alternative', html('a'), nested('mixed', 'c', image, plain('b'))),
			text: 'b',
			attachments: ['a.png image/png undefined'],
		},
		'may have HTML only in alternatives that are mixed': {
			mail: multipart('alternative', nested('mixed', 'c', html('a'), html('b')), plain('')),
			text: 'a\nb\n',
		},
		'may have no text': {
			mail: multipart('mixed', image),
			text: '',
			attachments: ['a.png image/png undefined'],
		},
		'may be signed': {
			mail: multipart('signed', plain('a'), [
				'Content-Type: application/pgp-signature; name=signature.asc',
				'Content-Disposition: attachment',
				'',
				'-----BEGIN',
			]),
			text: 'a',
			attachments: ['signature.asc application/pgp-signature -----BEGIN'],
		},
		'may be attached patches': {
			mail: multipart('mixed', plain('a'), patch),
			text: 'a',
			attachments: ['0001-a.patch text/x-patch diff\r\n'],
		},
		'may be inline patches, also of the type of the text': {
			mail: multipart(
				'mixed',
				['', 'a'],
				['Content-Type: text/plain; name=a.patch', 'Content-Disposition: inline', '', 'diff'],
				['Content-Type: text/x-diff', '', 'diff'],
			),
			text: 'a',
			attachments: ['a.patch text/plain diff', ' text/x-diff diff'],
		},
		'may be text of an unknown type above the footer of a list': {
			mail: multipart(
				'mixed',
				['Content-Type: application/octet-stream; x-default=true', '', 'diff'],
				['Content-Type: text/plain', '', 'footer'],
			),
			text: 'diff\r\nfooter',
			attachments: [],
		},
		'may be data of an unknown type, also in the first part': {
			mail: multipart(
				'mixed',
				['Content-Type: application/octet-stream', 'Content-Transfer-Encoding: base64', '', 'AAECAw=='],
				['Content-Type: application/octet-stream; name=core', '', '\0'],
				['Content-Type: application/octet-stream; name=a.bin', '', 'third'],
			),
			text: '',
			attachments: [
				' application/octet-stream undefined',
				'core application/octet-stream undefined',
				'a.bin application/octet-stream undefined',
			],
		},
		'may be patches of an unknown type whose names have no ending': {
			mail: multipart(
				'mixed',
				plain('a'),
				['Content-Type: application/octet-stream; name=0001-fix', '', 'diff'],
				['Content-Type: application/octet-stream', 'Content-Disposition: attachment', '', 'diff'],
			),
			text: 'a',
			attachments: ['0001-fix application/octet-stream diff', ' application/octet-stream diff'],
		},
		'may be patches of an unknown type': {
			mail: multipart('mixed', [
				'Content-Type: application/octet-stream',
				"Content-Disposition: attachment; filename*0*=utf-8''%C3%BC; filename*1=.patch",
				'Content-Transfer-Encoding: base64',
				'',
				'ZGlmZg==',
			]),
			text: '',
			attachments: ['ü.patch application/octet-stream diff'],
		},
		'may be text that is attached without a name': {
			mail: multipart('mixed', ['Content-Disposition: attachment', '', 'a']),
			text: '',
			attachments: [' text/plain a'],
		},
		'may be mails, which are not read': {
			mail: multipart('mixed', ['Content-Type: message/rfc822', '', 'Subject: s', '', 'text']),
			text: '',
			attachments: [' message/rfc822 Subject: s\r\n\r\ntext'],
		},
		'of a digest are mails': {
			mail: multipart('digest', ['', 'Subject: s', '', 'text']),
			text: '',
			attachments: [' message/rfc822 Subject: s\r\n\r\ntext'],
		},
		'may be nested': {
			mail: multipart(
				'mixed',
				nested('mixed', '=_b2', plain('a'), nested('mixed', 'c', plain('b'))),
				plain('c'),
			),
			text: 'a\r\nb\r\nc',
		},
		'end where the outer part does if they are not closed': {
			mail: multipart('mixed', nested('mixed', 'c', plain('a')).slice(0, -1), plain('b')),
			text: 'a\r\nb',
			warnings: ['part-unclosed'],
		},
		'end with the mail if they are not closed': {
			mail: multipart('mixed', plain('a')).slice(0, -2),
			text: 'a\r\n',
			warnings: ['part-unclosed'],
		},
		'may have headers only': {
			mail: multipart('mixed', ['Content-Type: text/plain'], ['Content-Type: image/png']),
			text: '',
			attachments: [' image/png undefined'],
		},
		'have delimiters with spaces behind them': {
			mail: ['Content-Type: multipart/mixed; boundary=b', '', '--b \t', '', 'a', '--b-- '],
			text: 'a',
		},
		'are text if they have malformed headers': {
			mail: multipart('mixed', ['no header', 'a']),
			text: 'no header\r\na',
			warnings: ['header-malformed'],
		},
	};
	for (const [what, { mail, text, attachments = [], warnings = [] }] of Object.entries(cases)) {
		for (const [lineBreaks, change] of [
			['CRLF', (written: string) => written],
			['LF', (written: string) => written.replaceAll('\r\n', '\n')],
		] as const) {
			it(`${what} (${lineBreaks})`, () => {
				const parsed = parseMail(change(mailOf(...headers(...mail))));
				assert.equal(parsed.text, change(text));
				const described = parsed.attachments.map(
					({ name, type, text: content }) => `${name} ${type} ${content}`,
				);
				assert.deepEqual([described, parsed.warnings], [attachments.map(change), warnings]);
			});
		}
	}

	it('may stand alone as an attachment', () => {
		const { text, attachments } = parse(...image);
		assert.deepEqual([text, attachments.length], ['', 1]);
	});

	it('are read up to a depth', () => {
		const deep = (depth: number): readonly string[] =>
			depth === 0 ? plain('deep') : nested('mixed', `b${depth}.`, plain(`${depth}`), deep(depth - 1));
		assert.equal(parse(...deep(20)).text.endsWith('2\r\n1\r\ndeep'), true);
		const { text, attachments, warnings } = parse(...deep(21));
		assert.deepEqual(
			[text.endsWith('2'), attachments.map(({ type }) => type), warnings],
			[true, ['multipart/mixed'], ['parts-too-deep']],
		);
	});

	it('are read up to a number', () => {
		const many = Array.from({ length: 20_000 }, (_, n) => `--b\n\n${n}\n`).join('');
		const { text, warnings } = parseMail(
			`${headers('Content-Type: multipart/mixed; boundary=b').join('\n')}\n\n${many}--b--`,
		);
		assert.deepEqual([text.split('\n').length, warnings], [1000, ['parts-too-many']]);
		const inner = nested('mixed', 'c', plain('1'), plain('2'), plain('3'), plain('4'), plain('5'));
		const few = parseMail(mailOf(...headers(...multipart('mixed', inner, inner))), {
			...defaultCaps,
			parts: 10,
		});
		assert.deepEqual([few.text.split('\r\n').length, few.warnings], [8, ['parts-too-many']]);
	});

	it('in any charset and encoding have the text that was written', () => {
		const charsets: readonly (readonly [
			charset: string,
			toBytes: (text: string) => Buffer,
			unit: fc.Arbitrary<string>,
		])[] = [
			[
				'utf-8',
				(text) => Buffer.from(text, 'utf8'),
				fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
			],
			[
				'utf-16le',
				(text) => Buffer.from(text, 'utf16le'),
				fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
			],
			[
				'iso-8859-1',
				(text) => Buffer.from(text, 'latin1'),
				fc.integer({ min: 0xa0, max: 0xff }).map((code) => String.fromCharCode(code)),
			],
		];
		const written = fc.constantFrom(...charsets).chain(([charset, toBytes, unit]) =>
			fc.record({
				charset: fc.constant(charset),
				text: fc.string({ unit: fc.oneof(unit, fc.constantFrom(' ', '=', '\n', '-', 'a')) }),
				toBytes: fc.constant(toBytes),
				encoding: fc.constantFrom('base64', 'quoted-printable'),
			}),
		);
		fc.assert(
			fc.property(written, ({ charset, text, toBytes, encoding }) => {
				fc.pre(!text.startsWith('\ufeff'));
				const bytes = toBytes(text);
				const body =
					encoding === 'base64'
						? bytes.toString('base64')
						: [...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('=\r\n');
				const part = [
					`Content-Type: text/plain; charset=${charset}`,
					`Content-Transfer-Encoding: ${encoding}`,
					'',
					body,
				];
				const parsed = parse(...multipart('mixed', part));
				assert.deepEqual([parsed.text, parsed.warnings], [text, []]);
			}),
		);
	});
});

describe('Any string', () => {
	/** What mails consist of, and what their syntax has. */
	const piece = fc.constantFrom(
		...[
			'\r\n',
			'\n',
			'\n\n',
			' ',
			'\t',
			':',
			';',
			'=',
			'"',
			'(',
			')',
			'<',
			'>',
			'@',
			',',
			'--',
			'--b',
			'--b--',
			'\\',
			'*',
		],
		...[
			'From: ',
			'From ',
			'Date: ',
			'Subject: ',
			'To: ',
			'References: ',
			'Content-Type: ',
			'Content-Disposition: ',
		],
		...['Content-Transfer-Encoding: ', 'multipart/mixed', 'multipart/alternative', 'text/plain', 'text/html'],
		...[
			'message/rfc822',
			'boundary=b',
			'charset=',
			'utf-8',
			'iso-2022-jp',
			'base64',
			'quoted-printable',
			'format=flowed',
		],
		...[
			'=?utf-8?q?',
			'=?utf-8?b?',
			'?=',
			'=C3',
			'20 Nov 2020 07:00',
			'\ufffd',
			'\ud800',
			'\0',
			'ü',
			'name*0*=',
			'%C3',
		],
	);
	const mail = fc
		.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 60 })
		.map((pieces) => pieces.join(''));

	it('is a mail, and the same one each time', () => {
		fc.assert(
			fc.property(mail, (text) => assert.deepEqual(parseMail(text), parseMail(text))),
			{ numRuns: 2000 },
		);
	});

	const million = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));
	const burdens: Readonly<Record<string, string>> = {
		'a line of 10 MB': 'x'.repeat(10_000_000),
		'a header of 10 MB': `Subject: ${'=?utf-8?q?=C3?= '.repeat(700_000)}`,
		'many headers': million('A: 1\n'),
		'many continued lines': `A: ${million('\n ')}`,
		'spaces in a header': `Subject: ${million(' ')}x\n\n`,
		'many encoded words': `Subject: ${million('=?utf-8?q?a?= ')}`,
		'encoded words that do not end': `Subject: ${million('=?utf-8?q?')}`,
		'encoded words in Cc': mailOf(`Cc: ${million('=?utf-8?b?w7w=?= <a@b>,')}`),
		'message ids that do not end': `References: ${million('<')}`,
		'many message ids': `References: ${Array.from({ length: 100_000 }, (_, n) => `<${n}>`).join('')}`,
		'a date of comments': `Date: ${million('(')}`,
		'a date of numbers': `Date: ${million('1')}`,
		'parameters without values': `Content-Type: text/plain;${million(';a')}`,
		'parameters with quotes that do not end': `Content-Type: text/plain;${million('a="\\"";b="\\"')}`,
		'many pieces of a parameter': `Content-Type: text/plain;${Array.from({ length: 9999 }, (_, n) => `a*${n}*=%C3;`).join('')}`,
		'delimiters that nearly match': `Content-Type: multipart/mixed; boundary=${'b'.repeat(5000)}\n\n${million(`--${'b'.repeat(4999)}\n`)}`,
		'delimiters with many spaces': `Content-Type: multipart/mixed; boundary=b\n\n${million('--b   \t  x\n')}`,
		'many delimiters': `Content-Type: multipart/mixed; boundary=b\n\n${million('--b\n')}`,
		'multiparts in multiparts': Array.from(
			{ length: 20_000 },
			(_, n) => `Content-Type: multipart/mixed; boundary=b${n}.\n\n--b${n}.\n`,
		).join(''),
		'multiparts in multiparts of one boundary': `Content-Type: multipart/mixed; boundary=b\n\n${million('--b\nContent-Type: multipart/mixed; boundary=b\n\n')}`,
		'soft line breaks': `Content-Transfer-Encoding: quoted-printable\n\n${million('=\n')}`,
		'spaces after an equals sign': `Content-Transfer-Encoding: quoted-printable\n\n${million('=   ')}`,
		'decoded characters in quoted-printable text': `Content-Transfer-Encoding: quoted-printable\n\n${million('ü=C3')}`,
		'padding in base64': `Content-Transfer-Encoding: base64\n\n${million('=')}`,
	};
	for (const [what, text] of Object.entries(burdens)) {
		it(`takes linear time, also with ${what}`, () => {
			parseMail(text);
			// Without the limits that would hide a slow part.
			parseMail(text.slice(0, 1_000_000), {
				depth: 20,
				parts: 20_000,
				headerLength: 100_000_000,
				lines: 1_000_000,
			});
		});
	}
});
