import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { onlyWhere } from '../../../tools/only-where.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { base64, quotedPrintable } from './mail-of.ts';

/*
 * git reads a mail to commit its patch. It agrees with this parser, except for:
 *
 * | git mailinfo                                     | here                                          |
 * |--------------------------------------------------|-----------------------------------------------|
 * | joins all parts, also attached patches           | has the text, and the attachments beside it   |
 * | drops headers, scissors and empty lines in front | leaves that to what reads the patch           |
 * | keeps the bytes of the patch                     | decodes it like other text                    |
 * | keeps comments in names                          | has a comment only if there is no name        |
 *
 * The comparison evens out the first two. The mails have none of the rest, and their patches are of ASCII characters.
 */

interface Reading {
	readonly author: string;
	readonly email: string;
	readonly subject: string;
	readonly date: string;
	readonly lines: readonly string[];
}

const lines = (text: string) => text.split(/\r?\n/).flatMap((line) => line.trimEnd() || []);
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

function ownReading(envelope: string): Reading {
	const { from, subject, dateText, text, attachments } = parseMail(envelope);
	return {
		author: spaced(from.name || from.email),
		email: from.email,
		subject: spaced(subject),
		date: dateText,
		lines: lines([text, ...attachments.map((one) => one.text ?? '')].join('\n')),
	};
}

function gitReading(folder: string, envelope: string): Reading {
	const { stdout, stderr, status } = spawnSync(
		'git',
		['-c', 'i18n.commitEncoding=utf-8', 'mailinfo', '-k', '--no-scissors', 'message', 'patch'],
		{ cwd: folder, input: envelope, encoding: 'utf8' },
	);
	assert.equal(status, 0, stderr);
	const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(stdout)?.[1] ?? '';
	const read = (name: string) => readFileSync(join(folder, name), 'utf8');
	return {
		author: spaced(field('Author')),
		email: field('Email'),
		subject: field('Subject'),
		date: field('Date'),
		lines: lines(`${read('message')}\n${read('patch')}`),
	};
}

const letters = fc.string({ unit: fc.constantFrom(...'abXY9éüß'), minLength: 1, maxLength: 6 });
const hex = (bytes: Iterable<number>) =>
	[...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
/** A word in each of the forms that a header may have it in. */
const headerWord = fc
	.tuple(letters, fc.constantFrom('utf-8 q', 'utf-8 b', 'iso-8859-1 q', 'ISO-8859-1 B', 'raw', 'split'))
	.map(([text, form]) => {
		if (form === 'raw') return text;
		const [charset = '', encoding = ''] = form.split(' ');
		const bytes = Buffer.from(text, /^iso/i.test(charset) ? 'latin1' : 'utf8');
		if (form === 'split') {
			const half = Math.ceil(text.length / 2);
			return [text.slice(0, half), text.slice(half)]
				.filter((part) => part !== '')
				.map((part) => `=?utf-8?q?${hex(Buffer.from(part))}?=`)
				.join('\n ');
		}
		return `=?${charset}?${encoding}?${/b/i.test(encoding) ? bytes.toString('base64') : hex(bytes)}?=`;
	});
const phrase = fc.array(headerWord, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));

const line = fc.oneof(
	letters,
	fc.constantFrom(
		'',
		' context',
		'+added = é',
		'-- ',
		'> quoted',
		'x=3D',
		'trailing  ',
		'\ttab',
		'.',
		'a: b c',
	),
);
/** The first line is none that git takes for a header of the commit. */
const text = fc.array(line, { maxLength: 8 }).map((list) => ['The change', '', ...list, ''].join('\n'));
const patch = fc
	.constantFrom('x', 'x=3D', ' ')
	.map((name) =>
		[
			'---',
			' a | 1 +',
			'',
			'diff --git a/a b/a',
			'--- a/a',
			'+++ b/a',
			'@@ -1 +1,2 @@',
			' y',
			`+${name}`,
			'',
		].join('\n'),
	);

const part = (content: string, encoding: string, charset: string, type: string): string => {
	const bytes = Buffer.from(content, charset === 'utf-8' ? 'utf8' : 'latin1');
	// git reads mails with line feeds, as mail programs store them.
	const body = { base64: base64(bytes), 'quoted-printable': quotedPrintable(bytes) }[encoding] ?? content;
	return `Content-Type: ${type}; charset=${encoding === '8bit' ? 'utf-8' : charset}\nContent-Transfer-Encoding: ${encoding}\n\n${body.replaceAll('\r\n', '\n')}`;
};
const encoding = fc.constantFrom('8bit', 'quoted-printable', 'base64');
const charset = fc.constantFrom('utf-8', 'iso-8859-1');
const single = fc
	.tuple(text, patch, encoding, charset)
	.map(([one, other, ...rest]) => part(one + other, ...rest, 'text/plain'));
const attached = fc
	.tuple(text, encoding, charset, patch, encoding, charset, fc.constantFrom('attachment', 'inline'))
	.map(([one, oneEncoding, oneCharset, other, otherEncoding, otherCharset, disposition]) =>
		[
			'Content-Type: multipart/mixed; boundary="------------2.39.5"',
			'',
			'This is a multi-part message in MIME format.',
			'--------------2.39.5',
			part(one, oneEncoding, oneCharset, 'text/plain'),
			'--------------2.39.5',
			part(other, otherEncoding, otherCharset, 'text/x-patch; name="0001-a.patch"').replace(
				'\n\n',
				`\nContent-Disposition: ${disposition}; filename="0001-a.patch"\n\n`,
			),
			'--------------2.39.5--',
			'',
		].join('\n'),
	);

const mail = fc
	.tuple(phrase, phrase, fc.boolean(), fc.oneof(single, attached))
	.map(([name, subject, hasName, body]) =>
		[
			'From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001',
			`From: ${hasName ? `${name} <ana@example.org>` : 'ana@example.org'}`,
			'Date: Fri, 20 Nov 2020 07:00:00 +0100',
			`Subject: ${subject}`,
			'MIME-Version: 1.0',
			body,
		].join('\n'),
	);

describe('A mail with a patch', () => {
	const folder = temporaryFolder('mailinfo');
	const hasGit = spawnSync('git', ['--version']).status === 0;

	onlyWhere(hasGit, 'needs git', 'is what git mailinfo reads', (title) =>
		it(title, () => {
			fc.assert(
				fc.property(mail, (envelope) => {
					assert.deepEqual(ownReading(envelope), gitReading(folder, envelope));
				}),
				{ numRuns: 60 },
			);
		}),
	);
});
