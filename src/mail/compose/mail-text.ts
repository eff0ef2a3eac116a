import { headerField, hex } from './header-field.ts';

/** A line of quoted-printable text has at most 76 characters, with the `=` at its end (RFC 2045). */
const encodedLength = 75;
/** In characters. Servers refuse lines of more than 998 bytes. */
const longestLine = 240;
const encoder = new TextEncoder();

/**
 * A mail in plain text. Its lines end with `\n`. The text arrives as it is: if it has what servers and programs change (long lines, control
 * characters, lines that begin with `From `), it is encoded.
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

/** A form feed is in the source of many programs, but not every server lets it through. */
const mustBeEncoded = (text: string): boolean =>
	/^>*From |[[\p{Cc}\u2028\u2029\ufeff]--[\t\n]]/mv.test(text) ||
	text.split('\n').some((line) => line.length > longestLine);

export function quotedPrintable(text: string): string {
	return text.split('\n').map(encodedLine).join('\n');
}

function encodedLine(line: string): string {
	const characters = [...line].map((character, index, all) => {
		const isLast = index === all.length - 1;
		const isPlain = /[ -<>-~\t]/.test(character) && !(isLast && /[ \t]/.test(character));
		return isPlain ? character : [...encoder.encode(character)].map((byte) => `=${hex(byte)}`).join('');
	});
	if (/^>*From /.test(line)) characters[0] = `=${hex(line.charCodeAt(0))}`;
	const lines: string[] = [];
	let at = '';
	for (const character of characters) {
		if (at.length + character.length > encodedLength) {
			lines.push(`${at}=`);
			at = '';
		}
		at += character;
	}
	return [...lines, at].join('\n');
}
