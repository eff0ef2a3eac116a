import { mailLines } from '../quotes/mail-lines.ts';
import { isReply } from '../replies/ancestors.ts';
import { AnsweredText, textsWithQuote } from '../replies/answered-text.ts';
import { type LocatedPart, locateParts } from '../replies/locate-parts.ts';
import type { FindAnswered, QuoteAnchor, TextAnchor } from '../replies/quote-anchor.ts';
import { QuoteIndex } from '../replies/quote-index.ts';
import { replyParts } from '../replies/reply-parts.ts';
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
	#own: AnsweredParts | undefined;

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
			const answers = ofText && isReply(this.#mail) ? this.#answersIn(reply) : undefined;
			let at = 0;
			return checked.filter((comment) => {
				while (parts[at] && (parts[at]?.end ?? 0) <= comment.start) at += 1;
				const part = parts[at];
				const isWhole = part !== undefined && part.start <= comment.start + 1 && part.end >= comment.end - 1;
				if (!isWhole || !part.lines || !isExpected(part.lines, comment)) return true;
				return answers !== undefined && !this.#isAnswer(answers, comment);
			});
		});
	}

	/** Whether an answer to words of a reply is in their thread. */
	#isAnswer(answers: readonly LocatedPart[], { start, lines }: WrittenComment): boolean {
		const found = answers.find(({ end }) => end > start)?.lines;
		return (
			lines.kind !== 'mail' || (found !== undefined && this.#ownParts().isSamePart(lines.last, found.last))
		);
	}

	#answersIn(reply: string): readonly LocatedPart[] {
		return locateParts(this.#textIndex(), reply, replyParts(reply), 2, this.#ownParts().find);
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
			() => [],
		);
	}

	#ownParts(): AnsweredParts {
		this.#own ??= new AnsweredParts(this.#mail.mail.text);
		return this.#own;
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
	while (passage.lines[last - count]?.trim() === '') count += 1;
	return count;
}

/** A part of a reply, by the indices of its lines. */
interface AnsweredPart {
	readonly first: number;
	readonly last: number;
	/** The last line that is quoted above it. Answers to the part are in the thread of that line. */
	readonly quoted: number;
	readonly text: AnsweredText;
}

/** The parts of a reply below quotes, to check which of them an answer is taken for. */
class AnsweredParts {
	readonly #parts: readonly AnsweredPart[];
	readonly #texts: readonly AnsweredText[];

	constructor(text: string) {
		const lines = mailLines(text);
		const lineAt = (offset: number) => lines.findIndex(({ end }) => end > offset);
		this.#parts = replyParts(text).parts.flatMap(({ start, end }) => {
			const first = lineAt(start);
			const isQuoted = ({ level, content }: (typeof lines)[number]) => level > 0 && content.trim() !== '';
			const quoted = lines.slice(0, first).findLastIndex(isQuoted);
			const part = { first, last: lineAt(end - 1), quoted, text: new AnsweredText(text.slice(start, end)) };
			return quoted === -1 ? [] : [part];
		});
		this.#texts = this.#parts.map((part) => part.text);
	}

	/** The places of the parts that a quote can be from. */
	readonly find: FindAnswered = (level, lines) =>
		level > 1
			? []
			: textsWithQuote(this.#texts, lines).flatMap((index) => {
					const { quoted } = this.#parts[index] ?? {};
					return quoted === undefined ? [] : [placeOf(quoted)];
				});

	/** Whether an answer at a line is in the thread of another line. Answers below the words of a part are below its quotes, too. */
	isSamePart(line: number, found: number): boolean {
		const part = this.#parts.find(({ first, last }) => first <= line && line <= last);
		return part === undefined || (part.quoted <= found && found <= part.last);
	}
}

const placeOf = (line: number): TextAnchor => ({ text: 'cover', patch: -1, first: line, last: line });
