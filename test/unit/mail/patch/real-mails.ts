import { base64, quotedPrintable } from '../message/mail-of.ts';

/** The headers of a mail. A header in `others` replaces the one with the same name. */
export function headers(subject: string, others: readonly string[] = []): readonly string[] {
	const usual = [
		'From: Ana Bo <ana@example.org>',
		'Date: Fri, 20 Nov 2020 07:00:00 +0100',
		`Subject: ${subject}`,
		'Message-ID: <m@example.org>',
	];
	const nameOf = (line: string) => line.slice(0, line.indexOf(':'));
	const replaced = new Set(others.map(nameOf));
	return [...usual.filter((line) => !replaced.has(nameOf(line))), ...others];
}

export const stat = ['---', ' a.c | 1 +', ' 1 file changed, 1 insertion(+)', ''];

/** A diff with an empty line of context, a tab, and a line that is longer than mail programs like. */
export const diff = [
	'diff --git a/a.c b/a.c',
	'index 1111111..2222222 100644',
	'--- a/a.c',
	'+++ b/a.c',
	'@@ -1,3 +1,4 @@ int f(void)',
	' one',
	'+\tadded = 1; /* This comment is long enough for a mail program to wrap its line. */',
	' two',
	' ',
];
export const signature = ['-- ', '2.43.0', ''];

export const message = ['Why it is so.', '', 'Signed-off-by: Ana Bo <ana@example.org>'];
export const patch = [...message, ...stat, ...diff, ...signature];

const textType = 'Content-Type: text/plain; charset=UTF-8';
const withFeeds = (text: string) => text.replaceAll('\r\n', '\n').split('\n');

/** A part in a transfer encoding, with its headers. */
export const encoded = (encoding: 'base64' | 'quoted-printable', text: string, type = textType) => [
	type,
	`Content-Transfer-Encoding: ${encoding}`,
	'',
	...withFeeds(encoding === 'base64' ? base64(Buffer.from(text)) : quotedPrintable(Buffer.from(text))),
];

export const multipart = (type: string, ...parts: readonly (readonly string[])[]) => [
	'MIME-Version: 1.0',
	`Content-Type: multipart/${type}; boundary="b="`,
	'',
	...parts.flatMap((part) => ['--b=', ...part]),
	'--b=--',
	'',
];

export const plain = (...lines: readonly string[]) => [textType, '', ...lines];

/** A text that is signed by OpenPGP. */
export const openPgp = (armorHeaders: readonly string[], ...lines: readonly string[]) => [
	'-----BEGIN PGP SIGNED MESSAGE-----',
	...armorHeaders,
	'',
	...lines,
	'-----BEGIN PGP SIGNATURE-----',
	'',
	'iQEzBAEBCAAdFiEE',
	'-----END PGP SIGNATURE-----',
];

export const listFooter = [
	'_______________________________________________',
	'devel mailing list',
	'https://lists.example.org/listinfo/devel',
];
