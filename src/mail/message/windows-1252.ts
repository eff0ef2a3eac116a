/** The characters of the bytes 0x80 to 0x9F. The five bytes without a character stand for control characters. */
const upper =
	'\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
	'\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** The character of each byte. */
const characters = Uint16Array.from({ length: 256 }, (_, byte) => upper.charCodeAt(byte - 0x80) || byte);

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/**
 * Decodes Windows-1252, the superset of Latin-1 that mails contain when they say Latin-1. `TextDecoder` of some versions of Node
 * decodes it as Latin-1.
 */
export function decodeWindows1252(bytes: Uint8Array): string {
	const decoded = new Uint16Array(bytes.length);
	for (let at = 0; at < bytes.length; at += 1) decoded[at] = characters[bytes[at] ?? 0] ?? 0;
	return utf16.decode(decoded);
}
