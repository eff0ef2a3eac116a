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

/** Where the line after a soft line break starts; undefined if this is none. Spaces before the line break are padding. */
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
	const collector = new ByteCollector(text.length);
	let isMalformed = false;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code !== marker) {
			collector.add(code);
			continue;
		}
		const high = hexValue(text.charCodeAt(at + 1));
		const low = hexValue(text.charCodeAt(at + 2));
		if (high >= 0 && low >= 0) {
			collector.addByte(high * 16 + low);
			at += 2;
			continue;
		}
		const next = marker === equals ? endOfSoftBreak(text, at + 1) : undefined;
		if (next === undefined) {
			isMalformed = true;
			collector.addByte(marker);
		} else at = next - 1;
	}
	return { parts: collector.finish(), isMalformed };
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
	let bits = 0;
	let count = 0;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		const value = code < 128 ? (values[code] ?? -1) : -1;
		if (value >= 0) {
			bits = (bits << 6) | value;
			count += 1;
			if (count === 4) {
				bytes[length] = bits >> 16;
				bytes[length + 1] = bits >> 8;
				bytes[length + 2] = bits;
				length += 3;
				bits = 0;
				count = 0;
			}
		} else if (code === equals) {
			length += finishQuantum(bytes, length, bits, count);
			bits = 0;
			count = 0;
			isPadded = true;
		} else if (code !== newline && code !== carriageReturn && code !== 32 && code !== 9) {
			isMalformed = true;
			if (isPadded) break;
		}
	}
	if (count > 0) isMalformed = true;
	length += finishQuantum(bytes, length, bits, count);
	return { bytes: bytes.subarray(0, length), isMalformed };
}

/** Writes the bytes of an incomplete group of characters and returns their number. */
function finishQuantum(bytes: Uint8Array, at: number, bits: number, count: number): number {
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

class ByteCollector {
	readonly #parts: (Uint8Array | string)[] = [];
	readonly #bytes: Uint8Array;
	#start = 0;
	#length = 0;
	#characters = '';

	constructor(maxLength: number) {
		this.#bytes = new Uint8Array(maxLength);
	}

	addByte(byte: number): void {
		if (this.#characters !== '') this.#endCharacters();
		this.#bytes[this.#length] = byte;
		this.#length += 1;
	}

	add(code: number): void {
		if (code < 128) {
			this.addByte(code);
			return;
		}
		if (this.#length > this.#start) {
			this.#parts.push(this.#bytes.subarray(this.#start, this.#length));
			this.#start = this.#length;
		}
		this.#characters += String.fromCharCode(code);
	}

	finish(): readonly (Uint8Array | string)[] {
		if (this.#characters !== '') this.#endCharacters();
		if (this.#length > this.#start) this.#parts.push(this.#bytes.subarray(this.#start, this.#length));
		return this.#parts;
	}

	#endCharacters(): void {
		this.#parts.push(this.#characters);
		this.#characters = '';
	}
}
