import { locateParts } from '../replies/locate-parts.ts';
import type { QuoteAnchor, TextAnchor } from '../replies/quote-anchor.ts';
import { QuoteIndex } from '../replies/quote-index.ts';
import { isOmission, replyParts } from '../replies/reply-parts.ts';
import type { MailWithPatches } from '../replies/thread-mail.ts';
import { anchorOf, type CommentedLines } from './commented-lines.ts';
import type { PassageLines } from './passages.ts';

/** A comment in the text of a reply, by offsets. */
export interface WrittenComment {
	readonly lines: CommentedLines;
	readonly quoted: PassageLines;
	readonly start: number;
	readonly end: number;
}

/** Reads replies to a mail as readers of the list do. */
export class PlacementCheck {
	readonly #mail: MailWithPatches;
	#ofPatches: QuoteIndex | undefined;
	#ofText: QuoteIndex | undefined;

	constructor(mail: MailWithPatches) {
		this.#mail = mail;
	}

	/** The comments that are not at their lines when the reply is read. `comments` are in the order of the reply. */
	misplaced<C extends WrittenComment>(reply: string, comments: readonly C[]): readonly C[] {
		const isOfText = ({ lines }: C) => lines.kind === 'mail';
		return [true, false].flatMap((ofText) => {
			const checked = comments.filter((comment) => isOfText(comment) === ofText);
			if (checked.length === 0) return [];
			const parts = this.#partsOf(reply, ofText);
			let at = 0;
			return checked.filter((comment) => {
				while (parts[at] && (parts[at]?.end ?? 0) <= comment.start) at += 1;
				const part = parts[at];
				const isWhole = part !== undefined && part.start <= comment.start + 1 && part.end >= comment.end - 1;
				return !isWhole || !part.lines || !isExpected(part.lines, comment);
			});
		});
	}

	/** Whether a text of the reply is taken for an answer to some lines of the mail. */
	isAtLines(reply: string, text: { readonly start: number; readonly end: number }): boolean {
		const parts = this.#partsOf(reply, this.#mail.patches.length === 0);
		return parts.some(({ lines, start, end }) => lines && start < text.end && end > text.start);
	}

	#partsOf(reply: string, ofText: boolean) {
		return locateParts(
			ofText ? this.#textIndex() : this.#patchIndex(),
			reply,
			replyParts(reply),
			1,
			() => undefined,
		);
	}

	#patchIndex(): QuoteIndex {
		this.#ofPatches ??= new QuoteIndex(this.#mail.patches.map((patch, index) => ({ patch, index })));
		return this.#ofPatches;
	}

	#textIndex(): QuoteIndex {
		this.#ofText ??= new QuoteIndex([], this.#mail.mail.text);
		return this.#ofText;
	}
}

function isExpected(found: QuoteAnchor | TextAnchor, { lines, quoted }: WrittenComment): boolean {
	const expected = anchorOf(lines);
	if (!expected) return false;
	const last = expected.last - blankLines(quoted);
	if ('hunk' in found && 'hunk' in expected)
		return (
			found.patch === expected.patch &&
			found.file === expected.file &&
			found.hunk === expected.hunk &&
			found.last === last
		);
	return (
		'text' in found &&
		'text' in expected &&
		found.text === expected.text &&
		found.patch === expected.patch &&
		found.last === last
	);
}

/** Quotes that end with empty lines are about the line above those, which is found. */
function blankLines({ passage, last }: PassageLines): number {
	let count = 0;
	while (isUntold(passage.lines[last - count])) count += 1;
	return count;
}

const isUntold = (line: string | undefined): boolean =>
	line !== undefined && (line.trim() === '' || isOmission(line));
