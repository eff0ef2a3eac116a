import type { Address } from '../message/mail.ts';
import { isLine } from '../text/line-kinds.ts';
import { harmlessLines } from './harmless-lines.ts';
import { hasOwnText } from './has-own-text.ts';
import { mailPerson, onOneLine } from './header-field.ts';
import { type ComposedMail, fields, type MailField } from './mail-document.ts';
import { longestSubject } from './reply.ts';
import { wrapLines } from './wrap-lines.ts';

/** A document cannot be sent as it is. The message is a sentence for the user. */
export class MailDocumentError extends Error {
	/** Counts from 1. */
	readonly line: number;

	constructor(line: number, message: string) {
		super(message);
		this.line = line;
	}
}

type Header = ReadonlyMap<MailField, { readonly text: string; readonly line: number }>;

/** As many as a list can be expected to accept. */
const maxRecipients = 100;
const longestLine = 50_000;

/**
 * The mail that a document has become. It may have been edited at will, so each line of the header is checked: fails with a
 * `MailDocumentError`. `answered`: what the document was made of, which its header does not show in full.
 */
export function parseMailDocument(
	document: string,
	answered: {
		readonly inReplyTo: string | undefined;
		readonly references: readonly string[];
		/** The document before the user edited it. */
		readonly composed: string;
	},
): ComposedMail {
	const text = document.replaceAll('\r\n', '\n');
	const end = text.indexOf('\n\n');
	const header = readHeader((end === -1 ? text : text.slice(0, end)).split('\n'));
	const body = end === -1 ? '' : text.slice(end + 2);
	if (body.trim() === '') throw new MailDocumentError(header.size, 'The mail has no text below its header.');
	if (!hasOwnText(body))
		throw new MailDocumentError(header.size + 2, 'The mail has only quotes. Write your answer below them.');
	const inReplyTo = readInReplyTo(header);
	const otherReferences = inReplyTo === undefined ? [] : [inReplyTo];
	return {
		subject: readSubject(header),
		from: readFrom(header),
		to: readTo(header),
		cc: readCc(header),
		inReplyTo,
		references: inReplyTo === answered.inReplyTo ? answered.references : otherReferences,
		body: readBody(body.endsWith('\n') ? body : `${body}\n`, new Set(answered.composed.split('\n'))),
	};
}

/** Quotes and composed lines stay as they are. What the user has added is wrapped, and must not be taken for a patch. */
function readBody(body: string, composed: ReadonlySet<string>): string {
	const lines = wrapLines(body.split('\n'), composed);
	const isKept = (line: string) => isLine('quote', line) || composed.has(line);
	const harmless = harmlessLines(lines.map((line) => (isLine('quote', line) ? '' : line)));
	return lines.map((line, index) => (isKept(line) ? line : harmless[index])).join('\n');
}

function readHeader(lines: readonly string[]): Header {
	const header = new Map<MailField, { readonly text: string; readonly line: number }>();
	for (const [index, content] of lines.entries()) {
		const fail = (message: string) => new MailDocumentError(index + 1, message);
		if (content.length > longestLine) throw fail('The line is too long.');
		if (content === '') throw fail('The header must begin on the first line.');
		const [, name, text = ''] = /^([A-Za-z-]+):(.*)$/s.exec(content) ?? [];
		if (name === undefined) throw fail('An empty line must be between the header and the text.');
		const field = fields.find((one) => one.toLowerCase() === name.toLowerCase());
		if (!field) throw fail(`The header can have ${fields.join(', ')}, but not ${name}.`);
		if (header.has(field)) throw fail(`${field} is there already. Write everything on one line.`);
		header.set(field, { text: text.trim(), line: index + 1 });
	}
	return header;
}

const textIn = (header: Header, field: MailField): string => header.get(field)?.text ?? '';

const wrong = (header: Header, field: MailField, message: string): MailDocumentError =>
	new MailDocumentError(header.get(field)?.line ?? 1, message);

function readSubject(header: Header): string {
	const subject = onOneLine(textIn(header, 'Subject'));
	if (subject === '') throw wrong(header, 'Subject', 'The mail needs a subject.');
	if (subject.length > longestSubject) throw wrong(header, 'Subject', 'The subject is too long.');
	return subject;
}

function readFrom(header: Header): Address | undefined {
	const [sender, other] = addressesIn(header, 'From');
	if (other) throw wrong(header, 'From', 'A mail has one sender.');
	return sender;
}

function readTo(header: Header): string {
	const [recipient, other] = addressesIn(header, 'To');
	if (!recipient || other) throw wrong(header, 'To', 'To needs one address. Write others after Cc.');
	return recipient.email;
}

function readCc(header: Header): readonly Address[] {
	const recipients = addressesIn(header, 'Cc');
	if (recipients.length > maxRecipients)
		throw wrong(header, 'Cc', `Most lists refuse mails to more than ${maxRecipients} people.`);
	return recipients;
}

function readInReplyTo(header: Header): string | undefined {
	const id = textIn(header, 'In-Reply-To');
	if (id === '' || /^<[!-;=?-~]{1,250}>$/.test(id)) return id || undefined;
	throw wrong(header, 'In-Reply-To', 'In-Reply-To needs a Message-ID, such as <1@example.org>.');
}

/** Unlike the addresses of received mails, those that the user has written are read strictly. */
function addressesIn(header: Header, field: MailField): readonly Address[] {
	const text = textIn(header, field);
	const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+|"/g) ?? [];
	return parts.flatMap((part) => {
		if (part.trim() === '') return [];
		const address = readAddress(part.trim());
		if (address) return address;
		throw wrong(
			header,
			field,
			`“${part.trim()}” is not a mail address. An example is Ana <ana@example.org>.`,
		);
	});
}

function readAddress(text: string): Address | undefined {
	const [, quoted, plain = '', email = text] =
		/^(?:"((?:[^"\\]|\\.)*)"|([^"<>]*?))\s*<([^<>]*)>$/.exec(text) ?? [];
	return mailPerson({ name: quoted?.replace(/\\(.)/g, '$1') ?? plain, email });
}
