import { decodeWindows1252 } from './windows-1252.ts';

export interface Decoded {
	readonly text: string;
	/** False if the mail names a charset that cannot be decoded. */
	readonly isKnown: boolean;
}

/** Names in mails that the Encoding Standard does not have. */
const aliases = new Map([
	['cp932', 'shift_jis'],
	['cp936', 'gbk'],
	['cp949', 'euc-kr'],
	['cp950', 'big5'],
	['latin-1', 'iso-8859-1'],
	['utf_8', 'utf-8'],
]);

/** In the Encoding Standard, ISO-8859-1 and ASCII are names of Windows-1252. */
const isWindows1252 = (decoder: TextDecoder): boolean => decoder.encoding === 'windows-1252';
/** A charset of 7 bits, which bytes above 0x7F contradict. */
const isAscii = (name: string): boolean => /^(us-ascii|ascii|ansi_x3\.4-1968)$/.test(name);

const decoders = new Map<string, TextDecoder>();
const encoder = new TextEncoder();
const windows1252 = new TextDecoder('windows-1252');
const utf16 = new TextDecoder('utf-16le');
const utf16BigEndian = new TextDecoder('utf-16be');
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes the parts of a text. Those that are strings are decoded already. The others are decoded together, because a character may be split
 * between two. Without a charset, or with an unknown one, they are UTF-8 if they are valid UTF-8, and otherwise Windows-1252.
 */
export function decodeParts(parts: readonly (Uint8Array | string)[], charset: string | undefined): Decoded {
	const name = charset === undefined ? undefined : canonicalName(charset);
	if (name === undefined || isAscii(name)) return { text: guess(parts), isKnown: true };
	const decoder = decoderOf(name);
	if (!decoder) return { text: guess(parts), isKnown: false };
	if (decoder.encoding === 'utf-8') return { text: decoder.decode(utf8Of(parts)), isKnown: true };
	if (name === 'utf-16' && isBigEndian(parts))
		return { text: decodeEach(parts, utf16BigEndian), isKnown: true };
	return { text: decodeEach(parts, decoder), isKnown: true };
}

/**
 * Whether a charset writes other characters as sequences of ASCII, such as ISO-2022. Its text has to be decoded even if the mail has no
 * transfer encoding.
 */
export const isWrittenInAscii = (charset: string | undefined): boolean =>
	charset !== undefined && canonicalName(charset).startsWith('iso-2022-');

/** A charset in lower case, without a language (`utf-8*en`). */
function canonicalName(charset: string): string {
	const [name = ''] = charset.toLowerCase().split('*', 1);
	return aliases.get(name) ?? name;
}

function decoderOf(name: string): TextDecoder | undefined {
	const known = decoders.get(name);
	if (known) return known;
	try {
		const decoder = new TextDecoder(name);
		decoders.set(name, decoder);
		return decoder;
	} catch {
		return undefined;
	}
}

/** `TextDecoder` takes UTF-16 for little-endian, but a mail may have either, with a byte order mark or without one. */
function isBigEndian([first]: readonly (Uint8Array | string)[]): boolean {
	if (first === undefined || typeof first === 'string') return false;
	// Text begins with an ASCII character nearly always.
	return first[0] === 0 || hasBigEndianMark(first);
}

const hasBigEndianMark = (bytes: Uint8Array): boolean => bytes[0] === 0xfe && bytes[1] === 0xff;

function guess(parts: readonly (Uint8Array | string)[]): string {
	const bytes = utf8Of(parts);
	// PowerShell writes patches in UTF-16 with a byte order mark.
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16.decode(bytes);
	if (hasBigEndianMark(bytes)) return utf16BigEndian.decode(bytes);
	try {
		return strictUtf8.decode(bytes);
	} catch {
		return decodeEach(parts, windows1252);
	}
}

function decodeEach(parts: readonly (Uint8Array | string)[], decoder: TextDecoder): string {
	const decode = (bytes: Uint8Array) =>
		isWindows1252(decoder) ? decodeWindows1252(bytes) : decoder.decode(bytes);
	return joinBytes(parts)
		.map((part) => (typeof part === 'string' ? part : decode(part)))
		.join('');
}

/** All parts as bytes, the strings in UTF-8. */
function utf8Of(parts: readonly (Uint8Array | string)[]): Uint8Array {
	const [first] = parts;
	if (parts.length === 1 && first !== undefined && typeof first !== 'string') return first;
	return concatenate(parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)));
}

/** Joins adjacent parts of bytes. */
function joinBytes(parts: readonly (Uint8Array | string)[]): readonly (Uint8Array | string)[] {
	const joined: (Uint8Array | string)[] = [];
	let open: Uint8Array[] = [];
	const close = () => {
		joined.push(concatenate(open));
		open = [];
	};
	for (const part of parts) {
		if (typeof part === 'string') {
			close();
			joined.push(part);
		} else open.push(part);
	}
	close();
	return joined;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
	const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}
