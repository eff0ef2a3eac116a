import { decodeWords } from './encodings.ts';
import { hasHtml, plainText, splitHeaders } from './mime.ts';

export interface ParsedMail {
	/** The first header with a name, decoded. Empty if there is none. */
	header(name: string): string;
	/** The readable text: all text parts in order, with their transfer encodings decoded. */
	text(): string;
	hasHtml(): boolean;
}

/**
 * A mail as the API returns it: text with CRLF, its declared encodings left as they are. U+FFFD replaces bytes that are
 * not UTF-8, and NUL bytes, which the databases of real servers reject.
 */
export const envelopeOf = (raw: Uint8Array | string): string =>
	(typeof raw === 'string' ? raw.toWellFormed() : Buffer.from(raw).toString('utf8'))
		.replaceAll('\0', '\uFFFD')
		.replace(/\r?\n/g, '\r\n');

export function parseMail(envelope: string): ParsedMail {
	const { headers, body } = splitHeaders(envelope);
	return {
		header: (name) => decodeWords(headers.get(name.toLowerCase())?.[0] ?? ''),
		text: () => plainText(headers, body),
		hasHtml: () => hasHtml(headers, body),
	};
}

/** Unclosed quotes make the patterns below scan the rest of the text repeatedly, so its length has a limit. */
const addressLimit = 8192;

/** The bare addresses in a header, in lower case. */
export function addressesOf(header: string): string[] {
	const unnamed = header
		.slice(0, addressLimit)
		.replace(/"(?:[^"\\]|\\.)*"/g, '')
		.replace(/\([^()]*\)/g, '');
	return unnamed.split(',').flatMap((one) => {
		const address = /<([^<>]*)>/.exec(one)?.[1] ?? one;
		return address.includes('@') ? [address.trim().toLowerCase()] : [];
	});
}

const referenceLimit = 100;

/** The Message-IDs that a mail replies to, without duplicates, nearest last. */
export function referencesOf(mail: ParsedMail): string[] {
	const ids = [mail.header('References'), mail.header('In-Reply-To')].flatMap(
		(header) => header.match(/<[^<>\s]+>/g) ?? [],
	);
	const nearest = ids.at(-1);
	const others = [...new Set(ids)].filter((id) => id !== nearest);
	return nearest === undefined ? [] : [...others.slice(-referenceLimit), nearest];
}
