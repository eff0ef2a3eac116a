import { decodeWords } from './encodings.ts';
import { halves, plainText } from './mime.ts';

export interface ParsedMail {
	/** The first header of a name, decoded; empty where there is none. */
	header(name: string): string;
	/** What a person reads: transfer encodings undone, the text parts one after the other. */
	text(): string;
}

/**
 * A mail as the API shows it: text with CRLF, whatever encodings it declares left as they are. What is no UTF-8 is
 * lost, and so are NUL bytes, which the databases of real servers do not take.
 */
export const envelopeOf = (raw: Uint8Array | string): string =>
	(typeof raw === 'string' ? raw.toWellFormed() : Buffer.from(raw).toString('utf8'))
		.replaceAll('\0', '\uFFFD')
		.replace(/\r?\n/g, '\r\n');

export function parseMail(envelope: string): ParsedMail {
	const { headers, body } = halves(envelope);
	return {
		header: (name) => decodeWords(headers.get(name.toLowerCase())?.[0] ?? ''),
		text: () => plainText(headers, body),
	};
}

/** Unclosed quotes make the patterns below look at what follows again and again: that has to be short. */
const addressLimit = 8192;

/** The bare addresses of a header, in lower case. */
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

/** The Message-IDs that a mail answers, each once, the nearest last. */
export function referencesOf(mail: ParsedMail): string[] {
	const ids = [mail.header('References'), mail.header('In-Reply-To')].flatMap(
		(header) => header.match(/<[^<>\s]+>/g) ?? [],
	);
	const nearest = ids.at(-1);
	const others = [...new Set(ids)].filter((id) => id !== nearest);
	return nearest === undefined ? [] : [...others.slice(-referenceLimit), nearest];
}
