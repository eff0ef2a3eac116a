import { createHash } from 'node:crypto';

/** With what is put after it while it is written, it must fit into the 255 bytes that file systems allow. */
const longest = 160;
const hashed = /^#[0-9a-f]{64}$/;
/** Windows takes these for devices, whatever ending they have. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/;

const escaped = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`;

/**
 * The name of a file for any text, another one for every text: without what a file system takes for something else,
 * and without capitals, as some do not tell them from small letters. A long one is a hash, which stays as it is when it
 * is given back.
 */
export function fileName(text: string): string {
	if (hashed.test(text)) return text;
	const encoded = [...Buffer.from(text.toWellFormed())]
		.map((byte) => {
			const character = String.fromCharCode(byte);
			return /[a-z0-9~_ -]/.test(character) ? character : escaped(byte);
		})
		.join('');
	if (encoded === '') return '%';
	if (encoded.length > longest) return `#${createHash('sha256').update(encoded).digest('hex')}`;
	// Windows drops a space at the end.
	const last = encoded.endsWith(' ') ? `${encoded.slice(0, -1)}%20` : encoded;
	return devices.test(last) ? escaped(last.charCodeAt(0)) + last.slice(1) : last;
}

/** The text that a file is named for; undefined for a file that somebody else has put there. */
export function textOf(file: string): string | undefined {
	if (hashed.test(file)) return file;
	if (file === '%') return '';
	try {
		const text = decodeURIComponent(file);
		return fileName(text) === file ? text : undefined;
	} catch {
		return undefined;
	}
}
