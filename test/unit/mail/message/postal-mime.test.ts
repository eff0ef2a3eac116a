import assert from 'node:assert/strict';
import fc from 'fast-check';
import PostalMime, { type Address as PostalAddress } from 'postal-mime';
import type { Address, Mail } from '../../../../src/mail/message/mail.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { base64, quotedPrintable } from './mail-of.ts';

/*
 * postal-mime reads bytes, and this parser a text that the forge has decoded. On mails of ASCII characters they agree, except for:
 *
 * | postal-mime                                        | here                                                            |
 * |----------------------------------------------------|-----------------------------------------------------------------|
 * | ends all lines with LF, and each part with one      | keeps line breaks; the last one belongs to the delimiter        |
 * | joins a line of format=flowed with a signature      | does not, nor with the paragraph after an empty line            |
 * | writes text of HTML as `[links]` and `* lists`      | writes what is written, without marks                           |
 * | merges inline `message/rfc822` into the text        | leaves them as attachments, which the caller may parse          |
 * | reads named `text/plain` parts as text              | leaves them as attachments if they are not the whole mail       |
 * | keeps groups of addresses                           | lists their members                                             |
 * | keeps the bytes of any attachment                   | has the text of those that are text                             |
 * | keeps all white space where headers were folded     | writes one space                                                |
 * | reads dates as `new Date` does                      | does so without that engine's guesses                           |
 *
 * The mails below have none of that, or the comparison evens it out.
 */

/** What both must agree on. */
interface Reading {
	readonly subject: string;
	readonly from: Address;
	readonly to: readonly Address[];
	readonly cc: readonly Address[];
	readonly messageId: string | undefined;
	readonly inReplyTo: string | undefined;
	readonly references: string;
	readonly date: string | undefined;
	readonly lines: readonly string[];
	readonly attachments: readonly string[];
}

const linesOf = (text: string) => text.split(/\s*\n\s*/).flatMap((line) => line.trim() || []);

const attachmentOf = (name: string, type: string, text: string): string =>
	type.startsWith('image/') ? `${name} ${type}` : `${name} ${type} ${linesOf(text).join('|')}`;

const ownReading = (mail: Mail): Reading => ({
	subject: mail.subject,
	from: mail.from,
	to: mail.to,
	cc: mail.cc,
	messageId: mail.messageId,
	inReplyTo: mail.inReplyTo,
	references: mail.references.join(' '),
	date: mail.date === undefined ? undefined : new Date(mail.date).toISOString(),
	lines: linesOf(mail.text),
	attachments: mail.attachments.map(({ name, type, text }) => attachmentOf(name, type, text ?? '')),
});

const addressesOf = (addresses: readonly PostalAddress[] = []): readonly Address[] =>
	addresses.flatMap((one) => one.group ?? [one]).map(({ name, address }) => ({ name, email: address }));

async function postalReading(envelope: string): Promise<Reading> {
	const mail = await PostalMime.parse(envelope, { attachmentEncoding: 'utf8', forceRfc822Attachments: true });
	const [from = { name: '', email: '' }] = addressesOf(mail.from ? [mail.from] : []);
	return {
		subject: mail.subject ?? '',
		from,
		to: addressesOf(mail.to),
		cc: addressesOf(mail.cc),
		messageId: mail.messageId,
		inReplyTo: mail.inReplyTo,
		references: mail.references ?? '',
		date: mail.date,
		lines: linesOf(mail.text ?? ''),
		attachments: mail.attachments.map(({ filename, mimeType, content }) =>
			attachmentOf(filename ?? '', mimeType, String(content)),
		),
	};
}

const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019'), minLength: 1, maxLength: 8 });
const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(' '));
const encodedWord = fc
	.tuple(fc.string({ unit: fc.constantFrom(...'aé€😀b '), minLength: 1, maxLength: 8 }), fc.boolean())
	.map(([text, isBase64]) => {
		const bytes = Buffer.from(`x${text}x`);
		const encoded = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('');
		return `=?utf-8?${isBase64 ? `b?${bytes.toString('base64')}` : `q?${encoded}`}?=`;
	});
const phrase = fc
	.array(fc.oneof(words, encodedWord), { minLength: 1, maxLength: 4 })
	.map((list) => list.join(' '));
const email = fc.tuple(word, word).map(([local, domain]) => `${local}@${domain}.example`);
const address = fc.oneof(
	email,
	email.map((one) => `<${one}>`),
	fc.tuple(phrase, email).map(([name, one]) => `${name} <${one}>`),
	fc.tuple(words, word, email).map(([first, last, one]) => `"${first}, ${last}" <${one}>`),
	fc.tuple(words, email).map(([name, one]) => `${one} (${name})`),
);
const addresses = fc.array(address, { minLength: 1, maxLength: 4 });
const group = fc.tuple(word, addresses).map(([name, list]) => `${name}: ${list.join(', ')};`);
const messageId = email.map((one) => `<${one}>`);
const date = fc
	.tuple(
		fc.date({ min: new Date(0), max: new Date('2100'), noInvalidDate: true }),
		fc.constantFrom('+0000', '-0730', 'GMT', '+1245', 'EST'),
	)
	.map(([one, zone]) => one.toUTCString().replace('GMT', zone));

const text = fc
	.array(fc.oneof(words, fc.constantFrom('', '-- ', '> quoted', '+added', '--not a boundary')), {
		maxLength: 6,
	})
	.map((lines) => lines.join('\r\n'));
const encodings = ['7bit', 'quoted-printable', 'base64', '8BIT'] as const;
const encode = (content: string, encoding: (typeof encodings)[number]): string => {
	const bytes = Buffer.from(content);
	if (encoding === 'base64') return base64(bytes);
	return encoding === 'quoted-printable' ? quotedPrintable(bytes) : content;
};
const leaf = fc
	.tuple(text, fc.constantFrom(...encodings), fc.constantFrom('utf-8', 'us-ascii', '"iso-8859-1"'))
	.map(
		([content, encoding, charset]) =>
			`Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encode(content, encoding)}`,
	);
const html = words.map((content) => `Content-Type: text/html\r\n\r\n<p>${content}</p>`);
const fileName = fc.oneof(
	word.map((one) => `filename="${one}.patch"`),
	word.map((one) => `filename=${one}.txt`),
	word.map((one) => `filename*=utf-8''%C3%A9${one}.patch`),
	fc.tuple(word, word).map(([one, other]) => `filename*0="${one}";\r\n filename*1="${other}.diff"`),
);
const attachment = fc
	.tuple(
		fileName,
		fc.constantFrom('text/x-patch', 'text/plain', 'image/png', 'application/mbox', 'message/rfc822'),
		text,
		fc.constantFrom(...encodings),
	)
	.map(
		([name, type, content, encoding]) =>
			`Content-Type: ${type}\r\nContent-Disposition: attachment; ${name}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${encode(`x${content}`, encoding)}`,
	);

const multipart = (type: string, boundary: string, parts: readonly string[]) =>
	`Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\npreamble\r\n${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
const mixedOf = (inner: fc.Arbitrary<string>, boundary: string) =>
	fc
		.tuple(
			fc.constantFrom('mixed', 'signed'),
			fc.array(fc.oneof(inner, attachment), { minLength: 1, maxLength: 4 }),
		)
		.map(([type, parts]) => multipart(type, boundary, parts));
const plain = words.map((content) => `Content-Type: text/plain\r\n\r\n${content}`);
const alternative = fc.tuple(plain, html).map((parts) => multipart('alternative', '=_alternative', parts));
const body = fc.oneof(
	leaf,
	alternative,
	mixedOf(fc.oneof(leaf, alternative, mixedOf(leaf, '=_inner')), '=_outer'),
);

const mail = fc
	.record({
		from: address,
		to: fc.array(fc.oneof(address, group), { minLength: 1, maxLength: 4 }),
		cc: addresses,
		subject: phrase,
		ids: fc.array(messageId, { minLength: 2, maxLength: 5 }),
		date,
		body,
	})
	.map(({ from, to, cc, subject, ids, date, body }) =>
		[
			`From: ${from}`,
			`To: ${to.join(',\r\n ')}`,
			`Cc: ${cc.join(',')}`,
			`Subject: ${subject.replace(/(.{20}\S*) /g, '$1\r\n ')}`,
			`Date: ${date}`,
			`Message-ID: ${ids[0]}`,
			`In-Reply-To: ${ids[1]}`,
			`References: ${[...new Set(ids.slice(1))].join('\r\n ')}`,
			'MIME-Version: 1.0',
			body,
		].join('\r\n'),
	);

describe('A mail of ASCII characters', () => {
	it('is what postal-mime reads', async () => {
		await fc.assert(
			fc.asyncProperty(mail, async (envelope) => {
				assert.deepEqual(ownReading(parseMail(envelope)), await postalReading(envelope));
			}),
			{ numRuns: 200 },
		);
	});
});
