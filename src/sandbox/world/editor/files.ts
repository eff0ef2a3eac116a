import type { Change, File } from '../material/history-stream.ts';

const png = (middle: string): File => ({
	mode: '100644',
	content: Buffer.from(
		`iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAADFBMVEUfKTf///84vfj7vyRkypAvAAAAK0lEQVR42mNgGEaA${middle}==`,
		'base64',
	),
});

/** The editor's icon, and the one that a patch proposes. */
export const icon = png('iYmJGgoYUQEZCujgSBJ8Qa6CweULTHcSp2CAfTHEAQCo3QDFDJsnAQAAAABJRU5ErkJggg');
export const yellowIcon = png('mZmZGgoYUQEZCujgSBJ8Qa6CweULTHcSp2CAfTHEAQAmqgEBXryQgAAAAABJRU5ErkJggg');

/** Every byte value, repeatedly in different orders. */
export const terminalDump: File = {
	mode: '100644',
	content: Buffer.from(Array.from({ length: 2048 }, (_, at) => (at * 167 + (at >> 8) * 31) % 256)),
};

/**
 * A log of 3 MB for performance checks. It is written byte by byte: concatenating strings takes three times as long.
 */
export function longLog(): Buffer {
	const words = ['open', 'insert', 'delete', 'save', 'search', 'scroll', 'resize', 'close'];
	const size = 3_000_000;
	const bytes = Buffer.allocUnsafe(size + 100);
	let at = 0;
	const say = (text: string) => {
		for (let index = 0; index < text.length; index++) bytes[at++] = text.charCodeAt(index);
	};
	const count = (number: number, width: number) => {
		let end = at + width;
		for (let bound = 10 ** width; bound <= number; bound *= 10) end++;
		for (let index = end - 1, rest = number; index >= at; index--, rest = Math.floor(rest / 10)) {
			bytes[index] = 48 + (rest % 10);
		}
		at = end;
	};
	for (let line = 0; at < size; line++) {
		count(line, 6);
		say(` ${words[(line * 7) % words.length]} at `);
		count((line * 7919) % 1_000_003, 1);
		say(' of buffer ');
		count(line % 17, 1);
		say('\n');
	}
	return bytes.subarray(0, at);
}

/** Names that are hard to quote, encode and complete, but valid on every system. */
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

/** Names that Windows cannot check out. Branches that users clone first do not contain them. */
export const oddNamesElsewhere: Readonly<Record<string, Change>> = {
	'tests/names/what?.txt': 'A question mark.\n',
	'tests/names/so "called".txt': 'Quotation marks.\n',
	'tests/names/back\\slash.txt': 'One name, not two.\n',
};

/** A well-formed signature that cannot be verified. */
export const signature = `-----BEGIN PGP SIGNATURE-----

iHUEABYKAB0WIQTa5gvWmSq3pQ0dX1nD0y3mZx8bWQUCZwEoQAAKCRDD0y3mZx8b
WdEmoAP0Zp7v1tJ0m2kX3q9Yc5nR6u8LwHs4bTfGxJdKeVaOiQEA2nUyMzPrCh1l
B6WgStN8DkYvX0qRjFo3cEaIu5Lw7Qk=
=t1Ld
-----END PGP SIGNATURE-----
`;
