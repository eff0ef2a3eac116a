export interface DecodedParts {
	/**
	 * The bytes of the text. Characters outside ASCII stand between them as they are: the server has decoded them already, although
	 * encoded text may not contain any.
	 */
	readonly parts: readonly (Uint8Array | string)[];
	readonly isMalformed: boolean;
}

const newline = 10;
const carriageReturn = 13;
const equals = 61;
const percent = 37;

/** The value of a hexadecimal digit, or -1. `charCodeAt` may be NaN. */
function hexValue(code: number): number {
	if (code >= 48 && code <= 57) return code - 48;
	if (code >= 65 && code <= 70) return code - 55;
	if (code >= 97 && code <= 102) return code - 87;
	return -1;
}

/** Where the line after a soft line break starts; undefined if there is no line break. Spaces before it are padding. */
function endOfSoftBreak(text: string, start: number): number | undefined {
	let at = start;
	while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r') at += 1;
	if (at >= text.length) return at;
	return text.charCodeAt(at) === newline ? at + 1 : undefined;
}

/** Decodes quoted-printable text. White space at the end of lines stays: patches need it more than the standard's rule. */
export const decodeQuotedPrintable = (text: string): DecodedParts => decodeEscapes(text, equals);

/** Decodes `%20` and the like, as in parameters of headers. */
export const decodePercent = (text: string): DecodedParts => decodeEscapes(text, percent);

function decodeEscapes(text: string, marker: number): DecodedParts {
	const parts: (Uint8Array | string)[] = [];
	const bytes = new Uint8Array(text.length);
	/** Where the bytes start that are not in `parts` yet. */
	let start = 0;
	let length = 0;
	let isMalformed = false;
	let at = 0;
	while (at < text.length) {
		const code = text.charCodeAt(at);
		if (code > 127) {
			parts.push(bytes.subarray(start, length));
			start = length;
			const end = endOfOther(text, at);
			parts.push(text.slice(at, end));
			at = end;
			continue;
		}
		at += 1;
		if (code !== marker) {
			bytes[length] = code;
			length += 1;
			continue;
		}
		const high = hexValue(text.charCodeAt(at));
		const low = hexValue(text.charCodeAt(at + 1));
		if (high >= 0 && low >= 0) {
			bytes[length] = high * 16 + low;
			length += 1;
			at += 2;
			continue;
		}
		const nextLineStart = marker === equals ? endOfSoftBreak(text, at) : undefined;
		if (nextLineStart === undefined) {
			isMalformed = true;
			bytes[length] = marker;
			length += 1;
		} else at = nextLineStart;
	}
	parts.push(bytes.subarray(start, length));
	return { parts, isMalformed };
}

/** The end of the characters outside ASCII that start at `start`. */
function endOfOther(text: string, start: number): number {
	let at = start;
	while (text.charCodeAt(at) > 127) at += 1;
	return at;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Int8Array(128).fill(-1);
for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value;

/** Decodes base64. After padding, more may follow, but other text, such as the footer of a list, ends it. */
export function decodeBase64(text: string): { readonly bytes: Uint8Array; readonly isMalformed: boolean } {
	const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
	let length = 0;
	let isMalformed = false;
	let isPadded = false;
	/** The bits of the last four characters. Higher bits do not count. */
	let bits = 0;
	/** The characters of an incomplete group. */
	let count = 0;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		const value = values[code] ?? -1;
		if (value >= 0) {
			bits = (bits << 6) | value;
			count += 1;
			if (count === 4) {
				bytes[length] = bits >> 16;
				bytes[length + 1] = bits >> 8;
				bytes[length + 2] = bits;
				length += 3;
				count = 0;
			}
		} else if (code === equals) {
			length += finishGroup(bytes, length, bits, count);
			count = 0;
			isPadded = true;
		} else if (code !== newline && code !== carriageReturn && code !== 32 && code !== 9) {
			isMalformed = true;
			if (isPadded) break;
		}
	}
	if (count > 0) isMalformed = true;
	length += finishGroup(bytes, length, bits, count);
	return { bytes: bytes.subarray(0, length), isMalformed };
}

/** Writes the bytes of an incomplete group of characters and returns their number. */
function finishGroup(bytes: Uint8Array, at: number, bits: number, count: number): number {
	if (count === 2) {
		bytes[at] = bits >> 4;
		return 1;
	}
	if (count === 3) {
		bytes[at] = bits >> 10;
		bytes[at + 1] = bits >> 2;
		return 2;
	}
	return 0;
}
