import type { Patch } from '../patch/patch.ts';
import { endsInCrlf, lineText, nextLine } from '../text/source-lines.ts';
import { headerField, headerText } from './header-field.ts';
import { mailText } from './mail-text.ts';

/** A patch, and the mail that it came with. */
export interface MboxPatch {
	readonly patch: Patch;
	/** With its angle brackets; undefined if the mail has none. */
	readonly messageId: string | undefined;
}

/** The first line of each mail. Git recognizes such a line by its time of day and a year above 90. */
const fromLine = 'From mboxrd@z Thu Jan  1 00:00:00 1970';

/**
 * Patches in a file from which `git am` makes the commits that Tildeforge shows. However a patch was sent (as an attachment, encoded,
 * with scissors), it is written in one way: as plain text in UTF-8. Reasons: docs/decisions/taken-patches.md.
 */
export const mboxOf = (patches: readonly MboxPatch[]): string =>
	patches.map((patch) => `${fromLine}\n${mailOf(patch)}\n`).join('');

function mailOf({ patch, messageId }: MboxPatch): string {
	const { author, authorDate, subject, message } = patch;
	const email = withoutBrackets(author.email);
	// Git keeps quotation marks if there is no address behind them.
	const name = email.includes('@') ? gitName(author.name) : headerText(author.name);
	const from = `${name} <${email}>`.trim();
	const fields: (readonly [string, string])[] = [
		['From', from],
		['Subject', `[PATCH] ${headerText(subject.title)}`],
	];
	if (/^[ -~]+$/.test(authorDate)) fields.push(['Date', authorDate]);
	if (messageId !== undefined && /^<[!-;=?-~]+>$/.test(messageId)) fields.push(['Message-ID', messageId]);
	// What looks like a header at the start of the text would be taken for one. After an empty line, nothing is.
	const guard = looksLikeHeader(message) ? `${headerField('From', from)}\n\n` : '';
	return mailText(fields, `${guard}${message}---\n\n${diffOf(patch)}`);
}

/** Writes a name so that git reads the same name. Git decodes the name first, and then removes quotation marks. */
const gitName = (name: string): string => {
	const isPlain = /^[ -~]*$/.test(name) ? /^[\w ]*$/.test(name) : !/["\\(]/.test(name);
	return headerText(isPlain ? name : `"${name.replace(/["\\]/g, '\\$&')}"`);
};

const withoutBrackets = (email: string): string => email.replace(/[<>\p{Cc}]+/gu, '');

const looksLikeHeader = (message: string): boolean => /^\s*(?:>?From|Date|Subject|\[)/i.test(message);

/** The diff. Of each line, it has what `git am` is to see: without the `\r` of a line break that a mail was sent with. */
function diffOf({ source, files }: Patch): string {
	const lines: string[] = [];
	for (const { start, end } of files) {
		const isCrlf = endsInCrlf(source, nextLine(source, start, end));
		for (let at = start; at < end; ) {
			const next = nextLine(source, at, end);
			const line = source.slice(at, next);
			lines.push(isCrlf ? lineText(source, at, next) : line.replace(/\n$/, ''));
			at = next;
		}
	}
	return lines.map((line) => `${line}\n`).join('');
}
