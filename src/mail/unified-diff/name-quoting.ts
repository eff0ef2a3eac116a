const escapes: Readonly<Record<string, number>> = {
	a: 7,
	b: 8,
	t: 9,
	n: 10,
	v: 11,
	f: 12,
	r: 13,
	'"': 34,
	'\\': 92,
};
const octalByte = /[0-3][0-7]{2}/y;
const letters = new Map(Object.entries(escapes).map(([letter, code]) => [code, letter]));

export interface Unquoted {
	/** Bytes that are not UTF-8 are replaced by U+FFFD. */
	readonly name: string;
	/** Where the closing quote ends. */
	readonly end: number;
}

/** Reads a name in quotes, as git writes it: like a string in C, with bytes in octal. Undefined if it is malformed. */
export function unquote(text: string, start = 0): Unquoted | undefined {
	if (text[start] !== '"') return undefined;
	const parts: string[] = [];
	let bytes: number[] = [];
	let plainStart = start + 1;
	const flush = (end: number) => {
		const escaped = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes));
		parts.push(escaped, text.slice(plainStart, end));
		bytes = [];
	};
	let at = plainStart;
	while (at < text.length) {
		if (text[at] === '"') {
			flush(at);
			return { name: parts.join(''), end: at + 1 };
		}
		if (text[at] !== '\\') {
			at += 1;
			continue;
		}
		// What stands between two escapes separates their bytes.
		if (at > plainStart) flush(at);
		octalByte.lastIndex = at + 1;
		const octal = octalByte.exec(text)?.[0];
		const byte = octal === undefined ? escapes[text[at + 1] ?? ''] : Number.parseInt(octal, 8);
		if (byte === undefined) return undefined;
		bytes.push(byte);
		at += 1 + (octal?.length ?? 1);
		plainStart = at;
	}
	return undefined;
}

/** Control characters, the quote and the backslash. */
const special = /[^ !#-[\]-~\u0080-\uffff]/g;

/** Writes a name as git reads it: in quotes if it has characters that need them. */
export function quote(name: string): string {
	if (name.search(special) === -1) return name;
	const escaped = name.replace(special, (character) => {
		const code = character.charCodeAt(0);
		return `\\${letters.get(code) ?? code.toString(8).padStart(3, '0')}`;
	});
	return `"${escaped}"`;
}
