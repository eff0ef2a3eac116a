import type { CommentedLines } from '../../../../src/mail/compose/commented-lines.ts';
import type { MailReview } from '../../../../src/mail/compose/review-mail.ts';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';

export const list = '~ana/editor-devel@lists.forge.test';

/** A mail that a review answers. */
export function mailWith(
	lines: readonly string[],
	fields: readonly string[] = ['Subject: [PATCH] Open files'],
	lineBreak = '\n',
) {
	const from = ['From: Bob Ellis <bob@example.org>', 'Date: Fri, 20 Nov 2020 07:00:00 +0100'];
	const mail = parseMail([...from, 'Message-ID: <1@example.org>', ...fields, '', ...lines].join(lineBreak));
	return { mail, patches: parsePatches(mail) };
}

type Comment = MailReview['comments'][number];
type Lines = number | readonly [first: number, last: number];

const rangeOf = (lines: Lines) => {
	const [first, last] = typeof lines === 'number' ? [lines, lines] : lines;
	return { first, last };
};
const on = (lines: CommentedLines, text: string): Comment => ({ lines, text });

/** Comments on lines of the first patch of a mail. */
export const comment = {
	diff: (hunk: number, lines: Lines, text: string, file = 0) =>
		on({ kind: 'diff', patch: 0, file, hunk, ...rangeOf(lines) }, text),
	text: (name: 'message' | 'notes' | 'diffstat', lines: Lines, text: string) =>
		on({ kind: 'text', text: name, patch: 0, ...rangeOf(lines) }, text),
	file: (file: number, text: string) => on({ kind: 'file', patch: 0, file }, text),
	mail: (lines: Lines, text: string) => on({ kind: 'mail', ...rangeOf(lines) }, text),
};

export const reviewOf = (
	comments: readonly Comment[],
	{ text = '', trailers = [] }: Partial<MailReview> = {},
): MailReview => ({ comments, text, trailers });
