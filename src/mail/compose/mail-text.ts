import { headerField, hex } from './header-field.ts';

/** A line of quoted-printable text has at most 76 characters, with the `=` at its end (RFC 2045). */
const encodedLength = 75;
/** In characters. Servers refuse lines of more than 998 bytes. */
const longestLine = 240;
const encoder = new TextEncoder();

/**
 * A mail in plain text. Its lines end with `\n`. Text that servers or programs would change (long lines, control characters, lines that begin
 * with `From `) is encoded, so that it arrives unchanged.
 */
export function mailText(fields: readonly (readonly [name: string, value: string])[], body: string): string {
	const text = body.toWellFormed();
	const isAscii = /^[\t\n -~]*$/.test(text);
	const isEncoded = mustBeEncoded(text);
	const identity = isAscii ? '7bit' : '8bit';
	const all: typeof fields = [
		...fields,
		['MIME-Version', '1.0'],
		['Content-Type', 'text/plain; charset=UTF-8'],
		['Content-Transfer-Encoding', isEncoded ? 'quoted-printable' : identity],
	];
	const header = all.map(([name, value]) => headerField(name, value)).join('\n');
	return `${header}\n\n${isEncoded ? quotedPrintable(text) : text}`;
}

/** Form feeds, which are common in source code, count as control characters: some servers remove them. */
const mustBeEncoded = (text: string): boolean =>
	/^>*From |[[\p{Cc}\u2028\u2029\ufeff]--[\t\n]]/mv.test(text) ||
	text.split('\n').some((line) => line.length > longestLine);

export function quotedPrintable(text: string): string {
	return text.split('\n').map(encodedLine).join('\n');
}

function encodedLine(line: string): string {
	const lines: string[] = [];
	let current = '';
	let offset = 0;
	for (const character of line) {
		const isLast = offset + character.length === line.length;
		const isPlain = /[ -<>-~\t]/.test(character) && !(isLast && /[ \t]/.test(character));
		const encoded = isPlain ? character : encode(character);
		if (current.length + encoded.length > encodedLength) {
			lines.push(`${current}=`);
			current = '';
		}
		// Also after a soft line break: programs look for it in the encoded text.
		const isFromLine = current === '' && /^>*From /.test(line.slice(offset, offset + encodedLength));
		current += isFromLine ? encode(character) : encoded;
		offset += character.length;
	}
	return [...lines, current].join('\n');
}

const encode = (character: string): string =>
	[...encoder.encode(character)].map((byte) => `=${hex(byte)}`).join('');
