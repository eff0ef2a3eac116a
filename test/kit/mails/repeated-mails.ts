/** The most repetitions of a piece in a mail: such a mail has up to a megabyte. */
export const maxRepetitions = 20_000;
const deepestQuote = 500;
const deepestPart = 500;

const headers = [
	'From: Bob <bob@example.org>',
	'To: ~ana/editor-devel@lists.example.org',
	'Subject: [PATCH editor] Open files',
	'Date: Tue, 03 Nov 2026 10:00:00 +0000',
	'Message-ID: <repeated@example.org>',
];
const fileHead = 'diff --git a/x b/x\nindex 1234567..89abcde 100644\n--- a/x\n+++ b/x\n';
const hunk = '@@ -1 +1 @@\n-a\n+b\n';

const mailOf = (body: string, more: readonly string[] = []): string =>
	`${[...headers, ...more].join('\n')}\n\n${body}`;
const patchOf = (diff: string, more: readonly string[] = []): string =>
	mailOf(`Words.\n\nSigned-off-by: Bob <bob@example.org>\n---\n x | 2 +-\n\n${diff}-- \n2.40\n`, more);
const each = (count: number, piece: (nth: number) => string): string =>
	Array.from({ length: count }, (_, nth) => piece(nth)).join('');

/** Repeated after the words of a patch. */
const inPatches = {
	'heads of files': 'diff --git a/x b/x\n',
	files: `${fileHead}${hunk}`,
	'heads without git': '--- a/x\n+++ b/x\n',
	'old heads': '--- a/x\n',
	'index heads': 'Index: x\n===\n',
	'signature separators': '-- \n',
	separators: '---\n',
	scissors: '-- >8 --\n',
	'quotes between lines': '> a\nb\n',
	attributions: 'On x wrote:\n> a\n',
	'quoted hunks': '> @@ -1 +1 @@\n> -a\n> +b\nWhy?\n',
	'quoted files': `${fileHead}${hunk}`.replace(/^/gm, '> '),
	'binary files': 'diff --git a/x b/x\nGIT binary patch\nliteral 3\nKc$\n\n',
	'context diffs': '***************\n*** 1,3 ****\n',
	submodules: 'Submodule x 1234567..89abcde:\n',
	merges: 'diff --cc x\n@@@ -1 -1 +1 @@@\n',
	renames: 'diff --git a/x b/y\nrename from x\nrename to y\n',
	statistics: ' x | 2 +-\n',
	trailers: 'Signed-off-by: Ana <ana@example.org>\n',
	'base commits': 'base-commit: 1234567890123456789012345678901234567890\n',
	'range-diffs': 'Range-diff against v1:\n1:  1234567 = 1:  89abcde Words\n',
	'signed messages': '-----BEGIN PGP SIGNED MESSAGE-----\n\na\n',
	tickets: 'Fixes: ~ana/editor#1 https://todo.example.org/~ana/editor/1\n',
} as const;

/** Repeated in a file of a patch. */
const inFiles = {
	hunks: hunk,
	'heads of hunks': '@@ -1 +1 @@\n',
	'heads of long hunks': '@@ -1,999999999 +1,999999999 @@\n',
	'lines beyond the hunk': `${hunk}-a\n+b\n`,
	'missing line breaks': `@@ -1 +1 @@\n-a\n\\ No newline at end of file\n`,
} as const;

/** Repeated in a header. */
const inHeaders = {
	'folded lines': ['X-Folded: a', '\n b'],
	'folded encoded words': ['Subject: =?utf-8?Q?a?=', '\n =?utf-8?Q?b?='],
	recipients: ['Cc: a@example.org', ',\n b@example.org'],
	references: ['References:', '\n <a@example.org>'],
	parameters: ['Content-Type: text/plain', ';\n a=b'],
	'quotation marks': ['Reply-To: ', '"'],
	parentheses: ['Reply-To: ', '('],
	brackets: ['Subject: ', '[PATCH]'],
	answers: ['Subject: ', 'Re: '],
} as const;

/** Repeated in the text of a mail of a type. */
const inTexts = {
	'empty lines': ['text/plain', '\n'],
	'flowed lines': ['text/plain; format=flowed', '> a \n'],
	senders: ['text/plain', 'From: Ana <ana@example.org>\n'],
	parts: ['multipart/mixed; boundary=b', '--b\n\na\n'],
	boundaries: ['multipart/mixed; boundary=b', '--b\n'],
	'contained mails': ['message/rfc822', 'Content-Type: message/rfc822\n\n'],
	elements: ['text/html', '<div>'],
	'quoted elements': ['text/html', '<blockquote>a<br>'],
	comments: ['text/html', '<!-- '],
} as const;

const others: Readonly<Record<string, (count: number) => string>> = {
	'hunks of one file': (count) =>
		patchOf(fileHead + each(count, (nth) => `@@ -${nth + 1} +${nth + 1} @@\n-a\n+b\n`)),
	'lines of one hunk': (count) =>
		patchOf(`${fileHead}@@ -1,${count} +1,${count} @@\n${'-a\n+b\n'.repeat(count)}`),
	'lines of two blocks': (count) =>
		patchOf(
			`${fileHead}@@ -1,${count} +1,${count} @@\n${each(count, (nth) => `-a ${nth}\n`)}${each(count, (nth) => `+b ${nth}\n`)}`,
		),
	'different files': (count) =>
		patchOf(each(count, (nth) => `${fileHead.replaceAll('/x', `/${nth}`)}${hunk}`)),
	'different trailers': (count) =>
		mailOf(`Words.\n\n${each(count, (nth) => `Reviewed-by: A${nth} <a${nth}@example.org>\n`)}`),
	'deep quotes': (count) => mailOf(each(count >> 4, (nth) => `${'> '.repeat(nth % deepestQuote)}a\n`)),
	'a quote in quotes': (count) => mailOf(`${'> '.repeat(count)}a\n`),
	'parts in parts': (count) =>
		mailOf(
			each(
				Math.min(count, deepestPart),
				(nth) => `--b${nth}\nContent-Type: multipart/mixed; boundary=b${nth + 1}\n\n`,
			),
			['Content-Type: multipart/mixed; boundary=b0'],
		),
	'continued parameters': (count) =>
		mailOf('', [`Content-Type: text/plain${each(count, (nth) => `;\n a*${nth}=b`)}`]),
};

const repetitions = new Map<string, (count: number) => string>(Object.entries(others));
for (const [name, piece] of Object.entries(inPatches))
	repetitions.set(name, (count) => patchOf(piece.repeat(count)));
for (const [name, piece] of Object.entries(inFiles))
	repetitions.set(name, (count) => patchOf(fileHead + piece.repeat(count)));
for (const [name, [start, piece]] of Object.entries(inHeaders))
	repetitions.set(name, (count) => mailOf('a\n', [start + piece.repeat(count)]));
for (const [name, [type, piece]] of Object.entries(inTexts))
	repetitions.set(name, (count) => mailOf(piece.repeat(count), [`Content-Type: ${type}`]));

export const repetitionNames: readonly string[] = [...repetitions.keys()];

/** A mail in which a piece that parsers treat specially is repeated. */
export function repeatedMail(name: string, count: number): string {
	const make = repetitions.get(name);
	if (!make) throw new Error(`There is no repetition "${name}".`);
	return make(count);
}
