import { percentEncode } from '../../base/text/percent-encode.ts';
import type { Address, Mail } from '../message/mail.ts';
import { replyPrefixEnd } from '../patch/reply-prefix.ts';
import { isLine } from '../text/line-kinds.ts';
import { harmlessLines } from './harmless-lines.ts';
import { headerAddress, headerText, mailAddress, mailPerson, onOneLine } from './header-field.ts';
import { mailText } from './mail-text.ts';

/** More names than a discussion has. A hostile mail may have any number. */
const maxRecipients = 50;
/** Of the mails before: the first and the last ones, as programs that shorten the field keep them (RFC 5537). */
const maxReferences = 30;
/** As many characters as a mail can be sent with. A reply to a longer subject has its beginning. */
export const longestSubject = 900;
/** With its first line, and the empty one after a line break at the end. */
const maxSignatureLines = 10;
/** In characters. */
const [longestDate, longestName] = [60, 200];
const messageId = /^<[!-;=?-~]{1,250}>$/;

/** A mail that answers another one. */
export interface Reply {
	/** The address of the list. */
	readonly to: string;
	readonly cc: readonly Address[];
	readonly subject: string;
	/** The Message-ID of the mail that is answered, with its angle brackets; undefined if it has no valid one. */
	readonly inReplyTo: string | undefined;
	/** The Message-IDs of the mails before, oldest first. */
	readonly references: readonly string[];
	/** The text, with what is answered as a quote. */
	readonly body: string;
}

/** A reply to a mail of the list `to`, for its sender and all others who got it. It quotes `quoted`: by default, the whole text. */
export function replyTo(mail: Mail, to: string, quoted = withoutSignature(mail.text)): Reply {
	const { messageId: id, inReplyTo: parent, references } = mail;
	const isReply = replyPrefixEnd(mail.subject, 0, 'nothing') !== undefined;
	const before = references.length > 0 || parent === undefined ? references : [parent];
	const valid = [...before, id ?? ''].filter((one) => messageId.test(one));
	return {
		to,
		cc: recipients(mail, to),
		subject: shortSubject(isReply ? mail.subject : `Re: ${mail.subject}`),
		inReplyTo: id !== undefined && messageId.test(id) ? id : undefined,
		references:
			valid.length > maxReferences ? [...valid.slice(0, 1), ...valid.slice(1 - maxReferences)] : valid,
		body: `${attribution(mail)}\n${quote(quoted)}\n`,
	};
}

const shortSubject = (subject: string): string =>
	subject.length <= longestSubject ? subject : `${subject.slice(0, longestSubject - 1).toWellFormed()}…`;

/** The recipients of a reply, each once: the sender or whom the sender wants to get replies, then all others except the list. */
function recipients(mail: Mail, list: string): readonly Address[] {
	const found = new Map<string, Address>();
	for (const one of addressees(mail, list)) {
		const person = mailPerson(one);
		const key = person?.email.toLowerCase() ?? '';
		if (person && found.size < maxRecipients && !found.has(key)) found.set(key, person);
	}
	return [...found.values()];
}

/** The addresses to which a reply cannot be sent, such as `a..b@example.org`: servers would refuse it for all. */
export function unreachableAddresses(mail: Mail, list: string): readonly string[] {
	const all = addressees(mail, list).map(({ email }) => onOneLine(email));
	const wrong = all.filter((email) => email.includes('@') && mailAddress(email) === undefined);
	return [...new Set(wrong)].slice(0, maxRecipients);
}

function addressees({ from, replyTo, to, cc }: Mail, list: string): readonly Address[] {
	const wanted = replyTo.filter(({ email }) => !isList(email, list));
	const all = [...(wanted.length > 0 ? wanted : [from]), ...to, ...cc];
	return all.filter(({ email }) => !isList(email, list));
}

/**
 * Whether an address is the one of a list, also at a former host, or as mail programs that accept no tilde write it: a name such as
 * `~ana/devel` or `u.ana.devel` is no one else's.
 */
function isList(email: string, list: string): boolean {
	const [address, other] = [email.toLowerCase(), list.toLowerCase()];
	const [, owner, name] = /^~([^/@]+)\/([^@]+)@/.exec(other) ?? [];
	const names = owner === undefined ? [] : [`~${owner}/${name}@`, `u.${owner}.${name}@`];
	return address === other || names.some((start) => address.startsWith(start));
}

/** The line above a quote, which says who wrote it. */
export function attribution({ from, dateText }: Mail): string {
	// Without the name of the time zone in parentheses.
	const date = onOneLine(dateText.slice(0, longestDate))
		.replace(/\([^()]*\)$/, '')
		.trim();
	const name = onOneLine((from.name || from.email).slice(0, longestName)) || 'the sender';
	const line = date === '' ? `${name} wrote:` : `On ${date}, ${name} wrote:`;
	// A name may look like a trailer.
	return isLine('trailer', line) ? 'The sender wrote:' : harmlessLines([line]).join('');
}

/** Git and mail programs end a mail with `-- ` and a few lines. */
function withoutSignature(text: string): string {
	const lines = text.split('\n');
	const start = lines.findLastIndex((line) => line === '-- ' || line === '-- \r');
	return start === -1 || lines.length - start > maxSignatureLines ? text : lines.slice(0, start).join('\n');
}

/** Each line of a text behind `> `. The empty lines at its end are left out. */
const quote = (text: string): string =>
	text.replaceAll('\r\n', '\n').trimEnd().split('\n').map(quotedLine).join('\n');

/** A line behind `> `, without `\r`: an editor takes it for a line break, so the rest of the line would be no quote. */
export function quotedLine(line: string): string {
	const text = line.replaceAll('\r', '');
	return text === '' || text.startsWith('>') ? `>${text}` : `> ${text}`;
}

/** The reply as a file that mail programs open to be edited and sent. Its lines end with `\r\n`. */
export function replyFile({ to, cc, subject, inReplyTo, references, body }: Reply, from?: Address): string {
	const sender = from && headerAddress(from);
	const copies = cc.flatMap((one) => headerAddress(one) ?? []).join(', ');
	const fields: readonly (readonly [string, string])[] = [
		...(sender === undefined ? [] : [['From', sender] as const]),
		['To', to],
		...(copies === '' ? [] : [['Cc', copies] as const]),
		['Subject', headerText(subject)],
		...(inReplyTo === undefined ? [] : [['In-Reply-To', inReplyTo] as const]),
		...(references.length === 0 ? [] : [['References', references.join(' ')] as const]),
		// Without it, Outlook shows the file as a mail that was received.
		['X-Unsent', '1'],
	];
	return mailText(fields, body).replace(/\r?\n/g, '\r\n');
}

/** The reply as an address that opens in a mail program (RFC 6068). `hasBody`: with the quote. */
export function replyAddress({ to, cc, subject, inReplyTo, body }: Reply, hasBody: boolean): string {
	const fields: readonly (readonly [string, string])[] = [
		...(cc.length === 0 ? [] : [['cc', cc.map(({ email }) => email).join(',')] as const]),
		['subject', subject],
		...(inReplyTo === undefined ? [] : [['in-reply-to', inReplyTo] as const]),
		...(hasBody ? [['body', body.replaceAll('\n', '\r\n')] as const] : []),
	];
	const query = fields.map(([name, value]) => `${name}=${percentEncode(value)}`);
	return `mailto:${to.split('@').map(percentEncode).join('@')}?${query.join('&')}`;
}
