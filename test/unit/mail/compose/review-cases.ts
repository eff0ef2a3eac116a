import fc from 'fast-check';
import type { CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';
import type { MailReview } from '../../../../src/mail/compose/review-mail.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import type { Patch } from '../../../../src/mail/patch/patch.ts';
import { linesAboveDiff } from '../../../../src/mail/replies/quotable-text.ts';
import type { MailWithPatches } from '../../../../src/mail/replies/thread-mail.ts';
import { linesOf } from '../../../../src/mail/unified-diff/lines.ts';
import { wholeMails } from '../../../kit/mails/whole-mails.ts';
import { mailWith } from './reviews.ts';

/** Lines of code that are often alike. */
const codeLine = fc.oneof(
	fc.constantFrom(
		'}',
		'',
		'\treturn 0;',
		'{',
		'\tif (!ok)',
		'-- ',
		'\tcrlf();\r',
		'old\rmac',
		'From here',
		'> quote',
		'...',
		'[...]',
		'@@ -1 +1 @@',
		'---',
	),
	fc.nat(30).map((nth) => `\tcall_${nth}(first, second);`),
);
const hunkLine = fc.tuple(fc.constantFrom('+', '-', ' ', ' ', ' '), codeLine).map((parts) => parts.join(''));
const hunk = fc.array(hunkLine, { minLength: 1, maxLength: 30 });
const withLines = fc.array(hunk, { minLength: 1, maxLength: 3 }).map((hunks) => (name: string) => [
	...[`diff --git a/${name} b/${name}`, `--- a/${name}`, `+++ b/${name}`],
	...hunks.flatMap((lines, nth) => {
		const count = (kinds: string) => lines.filter((line) => kinds.includes(line.charAt(0))).length;
		return [`@@ -${nth * 100 + 1},${count(' -')} +${nth * 100 + 1},${count(' +')} @@`, ...lines];
	}),
]);
const withoutLines = fc.constantFrom(
	(name: string) => [`diff --git a/${name} b/${name}`, 'old mode 100644', 'new mode 100755'],
	(name: string) => [
		...[`diff --git a/${name} b/${name}`, 'index 1111111..2222222 100644'],
		`Binary files a/${name} and b/${name} differ`,
	],
	(name: string) => [`diff --git a/${name} b/${name}`, 'new file mode 100644', 'index 0000000..e69de29'],
	(name: string) => [
		...[`diff --git a/old-${name} b/${name}`, 'similarity index 100%'],
		...[`rename from old-${name}`, `rename to ${name}`],
	],
	(name: string) => [
		...[`diff --git a/${name} b/${name}`, 'index 1111111..2222222 100644', 'GIT binary patch'],
		...['literal 3', 'Ccmb=K', '', 'literal 0', 'HcmV?d00001', ''],
	],
);
const diff = fc
	.array(fc.oneof({ weight: 2, arbitrary: withLines }, withoutLines), { minLength: 1, maxLength: 4 })
	.map((files) => files.flatMap((linesOfFile, nth) => linesOfFile(`file-${nth}.c`)));
const prose = fc.constantFrom(
	'Why is it so?',
	'A longer sentence, which has some words.',
	'Größe und 大きさ.',
	'',
);
const message = fc.array(prose, { maxLength: 12 });
const notes = fc.array(prose, { maxLength: 3 });
/** A diffstat as git writes it. */
function statOf(lines: readonly string[]): readonly string[] {
	const names = lines.flatMap((line) => /^diff --git a\/\S+ b\/(\S+)$/.exec(line)?.[1] ?? []);
	const sum = ` ${names.length} files changed, 2 insertions(+), 1 deletion(-)`;
	return ['', ...names.map((name) => ` ${name} | 3 ++-`), sum, ''];
}
/** Patches. */
export const generated = fc
	.tuple(message, notes, fc.boolean(), diff, fc.boolean())
	.map(([above, below, hasStat, lines, isCrlf]) =>
		mailWith(
			[...above, '---', ...below, ...(hasStat ? statOf(lines) : []), ...lines, ''],
			undefined,
			isCrlf ? '\r\n' : '\n',
		),
	);
/** A reply to another mail. */
const generatedReply = fc
	.tuple(message, fc.array(hunkLine, { maxLength: 12 }), message)
	.map(([above, quoted, below]) =>
		mailWith(
			[...above, 'On Monday, Kim wrote:', ...quoted.map((line) => `> ${line}`), '', ...below],
			['Subject: Re: [PATCH] Open files', 'In-Reply-To: <0@example.org>'],
		),
	);
const sent = wholeMails.map((raw): MailWithPatches => {
	const mail = parseMail(raw);
	return { mail, patches: parsePatches(mail) };
});
const answered = fc.oneof({ weight: 4, arbitrary: generated }, generatedReply, fc.constantFrom(...sent));

const written = fc.array(
	fc.constantFrom(
		...[
			'Why?',
			'From here on',
			'---',
			'-- ',
			'--',
			'> quoted',
			'Index: x',
			'-- >8 -- >8 --',
			'As Bob said:',
			'',
			'',
		],
		...[
			'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b',
			'```c\n} else {\n```',
			'___________________',
		],
		...[
			'word '.repeat(40),
			`https://example.org/${'x'.repeat(90)}`,
			'Größe 大きさ 😀',
			'- a\n- b',
			'\tcall();',
			'}',
		],
	),
	{ maxLength: 4 },
);
const textOf = (lines: readonly string[]) => ['Text.', ...lines].join('\n');

/** All lines of a mail that a comment can be on. */
function commentable({ mail, patches }: MailWithPatches): readonly CommentedLines[] {
	if (patches.length === 0)
		return mail.text.split('\n').map((_, line) => ({ kind: 'mail', first: line, last: line }));
	return patches.flatMap((one, patch): CommentedLines[] => [
		...linesOfText('message', one, patch),
		...linesOfText('notes', one, patch),
		...linesAboveDiff(one, patch).flatMap(({ place: { text, line } }): CommentedLines[] =>
			text === 'diffstat' ? [{ kind: 'text', text, patch, first: line, last: line }] : [],
		),
		...one.files.flatMap(({ hunks }, file) => [
			{ kind: 'file', patch, file } as const,
			...hunks.flatMap((lines, hunk) =>
				[...linesOf(one.source, lines)].map((_, line): CommentedLines => {
					return { kind: 'diff', patch, file, hunk, first: line, last: line };
				}),
			),
		]),
	]);
}

const linesOfText = (text: 'message' | 'notes', one: Patch, patch: number): CommentedLines[] =>
	one[text].split('\n').map((_, line) => ({ kind: 'text', text, patch, first: line, last: line }));

interface Case {
	readonly mail: MailWithPatches;
	readonly review: MailReview;
}

/** Reviews of patches, replies and cover letters. */
export const cases: fc.Arbitrary<Case> = fc
	.tuple(answered, fc.array(fc.tuple(fc.nat(), fc.nat(20), written), { maxLength: 6 }), written)
	.map(([mail, chosen, text]) => {
		const all = commentable(mail);
		const comments = chosen.flatMap(([at, length, lines]) => {
			const found = all[at % all.length];
			if (!found) return [];
			const first = 'first' in found ? Math.max(0, found.first - length) : 0;
			return [{ lines: { ...found, first }, text: textOf(lines) }];
		});
		const person = { name: 'Zoë "Z" O’Neil', email: 'zoe@example.org' };
		return {
			mail,
			review: { comments, text: text.join('\n'), trailers: [{ key: 'Reviewed-by', person }] },
		};
	});
