import { type ParseWarning, parseWarnings } from '../text/parse-warnings.ts';
import { personOf, readAddresses } from './address.ts';
import { type Caps, defaultCaps } from './caps.ts';
import { readContent } from './content.ts';
import { decodeWords } from './encoded-words.ts';
import { type HeaderSection, readHeaderSection } from './header-section.ts';
import type { Address, Mail } from './mail.ts';
import { readDate } from './mail-date.ts';
import { readMessageIds } from './message-ids.ts';

/**
 * Parses a mail (RFC 5322 and MIME). `envelope` is the text that the forge sends: it has decoded UTF-8 already, but no transfer
 * encodings. Any string is a mail: what is wrong in it is in `warnings`. Reasons: docs/decisions/mail-parser.md.
 */
export function parseMail(envelope: string, caps: Caps = defaultCaps): Mail {
	const section = readHeaderSection(envelope, 0, envelope.length, caps.headerLength);
	const warnings = new Set<ParseWarning>(section.warnings);
	const raw = valuesByName(section.fields);
	const first = (name: string): string => raw.get(name)?.[0] ?? '';
	const addresses = (name: string): readonly Address[] =>
		(raw.get(name) ?? []).flatMap((value) => readAddresses(value, warnings));

	// Some servers fold long ids as encoded words.
	const ids = (name: string): readonly string[] =>
		readMessageIds(decodeWords((raw.get(name) ?? []).join(' '), warnings));

	const from = readFrom(addresses('from'), warnings);
	const dateText = first('date');
	const date = readDate(dateText);
	if (date === undefined) warnings.add('date-unreadable');
	const { text, attachments } = readContent(envelope, section, caps, warnings);
	return {
		messageId: ids('message-id')[0],
		inReplyTo: ids('in-reply-to')[0],
		references: ids('references'),
		from,
		to: addresses('to'),
		cc: addresses('cc'),
		replyTo: addresses('reply-to'),
		subject: decodeWords(first('subject'), warnings),
		dateText,
		date,
		text,
		attachments,
		warnings: parseWarnings.filter((code) => warnings.has(code)),
	};
}

/** The sender of a mail, as `parseMail` reads it. Undefined without an address. */
export function readSender(envelope: string): Address | undefined {
	const { fields } = readHeaderSection(envelope, 0, envelope.length, defaultCaps.headerLength);
	const from = fields.filter(({ name }) => name === 'from');
	const found = personOf(from.flatMap(({ value }) => readAddresses(value, new Set())));
	return found?.email === '' ? undefined : found;
}

function valuesByName(fields: HeaderSection['fields']): ReadonlyMap<string, readonly string[]> {
	const values = new Map<string, string[]>();
	for (const { name, value } of fields) {
		const list = values.get(name);
		if (list) list.push(value);
		else values.set(name, [value]);
	}
	return values;
}

function readFrom(addresses: readonly Address[], warnings: Set<ParseWarning>): Address {
	const found = personOf(addresses) ?? { name: '', email: '' };
	if (found.email === '') warnings.add('from-unreadable');
	return found;
}
