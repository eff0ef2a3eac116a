import type { Change, File } from '../chronicle.ts';

const png = (middle: string): File => ({
	mode: '100644',
	content: Buffer.from(
		`iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAADFBMVEUfKTf///84vfj7vyRkypAvAAAAK0lEQVR42mNgGEaA${middle}==`,
		'base64',
	),
});

/** The editor's icon, and the one that somebody wishes for. */
export const icon = png('iYmJGgoYUQEZCujgSBJ8Qa6CweULTHcSp2CAfTHEAQCo3QDFDJsnAQAAAABJRU5ErkJggg');
export const yellowIcon = png('mZmZGgoYUQEZCujgSBJ8Qa6CweULTHcSp2CAfTHEAQAmqgEBXryQgAAAAABJRU5ErkJggg');

/** Every byte, again and again in another order. */
export const terminalDump: File = {
	mode: '100644',
	content: Buffer.from(Array.from({ length: 2048 }, (_, at) => (at * 167 + (at >> 8) * 31) % 256)),
};

/** A log of 3 MB, for looking at how long things take. */
export function longLog(): string {
	const words = ['open', 'insert', 'delete', 'save', 'search', 'scroll', 'resize', 'close'];
	const lines: string[] = [];
	for (let length = 0, line = 0; length < 3_000_000; line++) {
		const word = words[(line * 7) % words.length];
		const text = `${String(line).padStart(6, '0')} ${word} at ${(line * 7919) % 1_000_003} of buffer ${line % 17}`;
		lines.push(text);
		length += text.length + 1;
	}
	return `${lines.join('\n')}\n`;
}

/** Names that are hard to quote, to encode and to complete, on every system. */
export const oddNames: Readonly<Record<string, Change>> = {
	'tests/names/with some spaces.txt': 'The name has spaces.\n',
	"tests/names/it's quoted.txt": 'An apostrophe.\n',
	'tests/names/-leading-dash.txt': 'Looks like an option.\n',
	'tests/names/100% #1.txt': 'A percent sign and a hash.\n',
	'tests/names/%2e%2e%2fencoded.txt': 'Not an encoded path, just a name.\n',
	'tests/names/naïve café ☕.txt': 'Accents and a cup.\n',
	'tests/names/日本語/読んで.txt': '漢字の名前です。\n',
	'tests/names/a+b&c=d.txt': 'Like a query.\n',
	'tests/names/.hidden': 'Begins with a dot.\n',
};

/** What Windows cannot check out, and so no branch has that people clone first. */
export const oddNamesElsewhere: Readonly<Record<string, Change>> = {
	'tests/names/what?.txt': 'A question mark.\n',
	'tests/names/so "called".txt': 'Quotation marks.\n',
	'tests/names/back\\slash.txt': 'One name, not two.\n',
};

/** The signature of nobody: it has the right form, and verifies nothing. */
export const signature = `-----BEGIN PGP SIGNATURE-----

iHUEABYKAB0WIQTa5gvWmSq3pQ0dX1nD0y3mZx8bWQUCZwEoQAAKCRDD0y3mZx8b
WdEmoAP0Zp7v1tJ0m2kX3q9Yc5nR6u8LwHs4bTfGxJdKeVaOiQEA2nUyMzPrCh1l
B6WgStN8DkYvX0qRjFo3cEaIu5Lw7Qk=
=t1Ld
-----END PGP SIGNATURE-----
`;
