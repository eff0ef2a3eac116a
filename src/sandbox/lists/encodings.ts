/** Decodes bytes in a charset. Falls back to UTF-8 for an unknown charset. */
export function decodeBytes(bytes: Uint8Array, charset: string): string {
	try {
		return new TextDecoder(charset === '' ? 'utf-8' : charset).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes);
	}
}

const word = /=\?([^?\s*]{1,60})(?:\*[^?\s]{0,20})?\?([bq])\?([^?\s]*)\?=/gi;

/**
 * Decodes encoded words (RFC 2047). Joins the bytes of adjacent words first, because mailers split characters between
 * them.
 */
export function decodeWords(value: string): string {
	let text = '';
	let end = 0;
	let bytes: Buffer[] = [];
	let charset = '';
	const flush = () => {
		text += decodeBytes(Buffer.concat(bytes), charset);
		bytes = [];
	};
	for (const found of value.matchAll(word)) {
		const [whole, itsCharset = '', encoding = '', encoded = ''] = found;
		const between = value.slice(end, found.index);
		const isAdjacent = bytes.length > 0 && between.trim() === '';
		if (!isAdjacent || itsCharset.toLowerCase() !== charset) flush();
		if (!isAdjacent) text += between;
		charset = itsCharset.toLowerCase();
		bytes.push(
			encoding.toLowerCase() === 'b'
				? Buffer.from(encoded, 'base64')
				: decodeQuotedPrintable(encoded.replaceAll('_', ' ')),
		);
		end = found.index + whole.length;
	}
	flush();
	// biome-ignore lint/suspicious/noControlCharactersInRegex: a header is one line, whatever its words hold.
	return (text + value.slice(end)).replace(/[\x00-\x1f\x7f]+/g, ' ');
}

export const decodeQuotedPrintable = (text: string): Buffer =>
	Buffer.from(
		text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
		'latin1',
	);
