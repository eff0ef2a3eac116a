import { createHash } from 'node:crypto';

/** File systems allow 255 bytes. This leaves room for the suffix that is added while the file is written. */
const longest = 160;
const hashed = /^#[0-9a-f]{64}$/;
/** Windows reserves these names for devices, whatever the extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)$/;

const escapeByte = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`;

/**
 * Returns a unique file name for any text. It has no characters that are special to a file system, and no capitals, as some file systems
 * ignore case. A long text becomes a hash; passing that hash returns it unchanged.
 */
export function fileName(text: string): string {
	if (hashed.test(text)) return text;
	const encoded = [...Buffer.from(text.toWellFormed())]
		.map((byte) => {
			const character = String.fromCharCode(byte);
			return /[a-z0-9~_ -]/.test(character) ? character : escapeByte(byte);
		})
		.join('');
	if (encoded === '') return '%';
	if (encoded.length > longest) return `#${createHash('sha256').update(encoded).digest('hex')}`;
	// Windows drops a trailing space.
	const last = encoded.endsWith(' ') ? `${encoded.slice(0, -1)}%20` : encoded;
	return devices.test(last) ? escapeByte(last.charCodeAt(0)) + last.slice(1) : last;
}

/** The text that a file name stands for; undefined for a file that `fileName` did not name. */
export function textOfFileName(file: string): string | undefined {
	if (hashed.test(file)) return file;
	if (file === '%') return '';
	try {
		const text = decodeURIComponent(file);
		return fileName(text) === file ? text : undefined;
	} catch {
		return undefined;
	}
}
