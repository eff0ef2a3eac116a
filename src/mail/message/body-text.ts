import type { ParseWarning } from '../text/parse-warnings.ts';
import { decodeParts, isWrittenInAscii } from './charset.ts';
import { detach } from './detach.ts';
import { unflow } from './flowed.ts';
import type { Range } from './multipart.ts';
import type { Part } from './part.ts';
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.ts';

/** Encodings that leave the text as it is, with common misspellings. The forge has decoded such text already. */
const identityEncodings = new Set([
	'',
	'7bit',
	'8bit',
	'binary',
	'none',
	'7-bit',
	'8-bit',
	'7bits',
	'8bits',
	'utf-8',
]);

/** The decoded text of a part. Lines end as in the mail. */
export function readBodyText(
	source: string,
	{ start, end }: Range,
	part: Part,
	warnings: Set<ParseWarning>,
): string {
	const decoded = withoutByteOrderMark(decodeBody(source.slice(start, end), part, warnings));
	// A short part must not keep a large mail in memory.
	const text = decoded.length * 2 < source.length ? detach(decoded) : decoded;
	return part.isFlowed && part.type === 'text/plain' ? unflow(text, part.delSp) : text;
}

function decodeBody(body: string, { encoding, charset }: Part, warnings: Set<ParseWarning>): string {
	const decode = (parts: readonly (Uint8Array | string)[]): string => {
		const { text, isKnown } = decodeParts(parts, charset);
		if (!isKnown) warnings.add('charset-unknown');
		return text;
	};
	if (encoding === 'quoted-printable') {
		const { parts, isMalformed } = decodeQuotedPrintable(body);
		if (isMalformed) warnings.add('encoding-malformed');
		return decode(parts);
	}
	if (encoding === 'base64') {
		const { bytes, isMalformed } = decodeBase64(body);
		if (isMalformed) warnings.add('encoding-malformed');
		return decode([bytes]);
	}
	if (!identityEncodings.has(encoding)) warnings.add('encoding-unknown');
	const bytes = isWrittenInAscii(charset) ? bytesOfAscii(body) : undefined;
	return bytes ? decode([bytes]) : body;
}

/** Editors of Windows write the mark into patches. Decoding removes it already. */
const withoutByteOrderMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/** Undefined if the text has other characters, so that it is decoded already. */
function bytesOfAscii(text: string): Uint8Array | undefined {
	const bytes = new Uint8Array(text.length);
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code > 127) return undefined;
		bytes[at] = code;
	}
	return bytes;
}
