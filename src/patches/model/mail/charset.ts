import { decodeWindows1252 } from './windows-1252.ts';

export interface Decoded {
	readonly text: string;
	/** Whether the charset is one that can be decoded. Otherwise `text` is a guess. */
	readonly isKnown: boolean;
}

/** Names in mails that the Encoding Standard does not have. */
const aliases: Readonly<Record<string, string>> = {
	cp932: 'shift_jis',
	cp936: 'gbk',
	cp949: 'euc-kr',
	cp950: 'big5',
	'latin-1': 'iso-8859-1',
	utf_8: 'utf-8',
};

/** The Encoding Standard says that all of these mean Windows-1252. */
const isWindows1252 = (decoder: TextDecoder): boolean => decoder.encoding === 'windows-1252';
/** A charset of 7 bits, which bytes above 0x7F contradict. */
const isAscii = (name: string): boolean => /^(us-ascii|ascii|ansi_x3\.4-1968)$/.test(name);

const decoders = new Map<string, TextDecoder>();
const utf16 = new TextDecoder('utf-16le');
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes bytes. Without a charset, or with one that is not known, they are UTF-8 if they can be. */
export function decodeBytes(bytes: Uint8Array, charset: string | undefined): Decoded {
	const name = charset === undefined ? undefined : canonicalName(charset);
	if (name === undefined || isAscii(name)) return { text: guess(bytes), isKnown: true };
	const decoder = decoderOf(name);
	if (!decoder) return { text: guess(bytes), isKnown: false };
	return {
		text: isWindows1252(decoder) ? decodeWindows1252(bytes) : decoder.decode(bytes),
		isKnown: true,
	};
}

/**
 * Whether the text of a charset consists of ASCII characters only, so that it survives as it is in a string. It has to be decoded
 * even if the mail has no transfer encoding.
 */
export const isSevenBit = (charset: string | undefined): boolean =>
	charset !== undefined && canonicalName(charset).startsWith('iso-2022-');

/** In lower case, without a language (`utf-8*en`), quotes and comments. */
function canonicalName(charset: string): string {
	const [name = ''] = /^[^\s*"'();]+/.exec(charset.trim().toLowerCase()) ?? [];
	return aliases[name] ?? name;
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

function guess(bytes: Uint8Array): string {
	// Patches that PowerShell has written.
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16.decode(bytes);
	try {
		return strictUtf8.decode(bytes);
	} catch {
		return decodeWindows1252(bytes);
	}
}
