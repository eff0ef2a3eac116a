import { mailLines } from '../quotes/mail-lines.ts';
import { isReply } from '../replies/ancestors.ts';
import { AnsweredText, textsWithQuote } from '../replies/answered-text.ts';
import { type LocatedPart, locateParts } from '../replies/locate-parts.ts';
import type { AnsweredReplies, QuoteAnchor, TextAnchor } from '../replies/quote-anchor.ts';
import { keyOf, QuoteIndex } from '../replies/quote-index.ts';
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

const noReplies: AnsweredReplies = { find: () => [], hasLine: () => false };

/** Reads replies to a mail as readers of the list do. */
export class PlacementCheck {
	readonly #mail: MailWithPatches;
	#ofPatches: QuoteIndex | undefined;
	#ofText: QuoteIndex | undefined;
	#own: AnsweredParts | undefined;

	constructor(mail: MailWithPatches) {
		this.#mail = mail;
	}

	/**
	 * The comments that readers of the reply do not find at their lines. `needsThread`: whether a comment on the words of a reply is also misplaced
	 * if too little is quoted for readers to find the thread of these words.
	 */
	misplaced<C extends WrittenComment>(
		reply: string,
		comments: readonly C[],
		needsThread: boolean,
	): readonly C[] {
		return [true, false].flatMap((ofText) => {
			const checked = comments.filter(({ lines }) => (lines.kind === 'mail') === ofText);
			if (checked.length === 0) return [];
			const parts = this.#partsOf(reply, ofText);
			const answers = ofText && isReply(this.#mail) ? this.#answersIn(reply) : undefined;
			return checked.filter((comment) => {
				if (!isAtItsLines(partAt(parts, comment.start), comment)) return true;
				return answers !== undefined && !this.#isAnswer(partAt(answers, comment.start), comment, needsThread);
			});
		});
	}

	/** Whether an answer to words of a reply is in their thread. */
	#isAnswer(found: LocatedPart | undefined, { lines }: WrittenComment, needsThread: boolean): boolean {
		if (lines.kind !== 'mail') return true;
		return found?.lines ? this.#ownParts().isSamePart(lines.last, found.lines.last) : !needsThread;
	}

	#answersIn(reply: string): readonly LocatedPart[] {
		const own = this.#ownParts();
		return locateParts(own.quotes, reply, replyParts(reply), 2, own);
	}

	/** Whether a text of the reply is taken for an answer to some lines of the mail. One below the end of a message is for the patch. */
	isAtLines(reply: string, text: { readonly start: number; readonly end: number }): boolean {
		const parts = this.#partsOf(reply, this.#mail.patches.length === 0);
		return parts.some(
			({ lines, start, end }) =>
				lines && !this.#isEndOfMessage(lines) && start < text.end && end > text.start,
		);
	}

	#isEndOfMessage(lines: QuoteAnchor | TextAnchor): boolean {
		const message = this.#mail.patches[lines.patch]?.message.trimEnd().split('\n') ?? [];
		return 'text' in lines && lines.text === 'message' && lines.last === message.length - 1;
	}

	#partsOf(reply: string, ofText: boolean) {
		return locateParts(
			ofText ? this.#textIndex() : this.#patchIndex(),
			reply,
			replyParts(reply),
			1,
			noReplies,
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

/** The part of a reply that has an offset, or else the next one. */
const partAt = (parts: readonly LocatedPart[], offset: number) => parts.find(({ end }) => end > offset);

/** Whether a part is a whole comment, but for a line break at its ends, and is about the lines of the comment. */
function isAtItsLines(part: LocatedPart | undefined, comment: WrittenComment): boolean {
	const isWhole = part !== undefined && part.start <= comment.start + 1 && part.end >= comment.end - 1;
	return isWhole && part.lines !== undefined && isExpected(part.lines, comment);
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
class AnsweredParts implements AnsweredReplies {
	/** The lines that the reply quotes. */
	readonly quotes: QuoteIndex;
	readonly #parts: readonly AnsweredPart[];
	readonly #texts: readonly AnsweredText[];
	readonly #lines: ReadonlySet<string>;

	constructor(text: string) {
		const lines = mailLines(text);
		const quotes = lines.map(({ level, content }) => (level > 0 ? content : ''));
		this.quotes = new QuoteIndex([], quotes.join('\n'));
		let line = 0;
		let quoteAbove = -1;
		/** Moves `line` to an offset, and `quoteAbove` to the last quoted line above. The parts are in order, so each line is looked at once. */
		const moveTo = (offset: number) => {
			for (; line < lines.length && (lines[line]?.end ?? 0) <= offset; line++)
				if (quotes[line]?.trim()) quoteAbove = line;
		};
		this.#parts = replyParts(text).parts.flatMap(({ start, end }) => {
			moveTo(start);
			const [first, quoted] = [line, quoteAbove];
			moveTo(end - 1);
			const own = text.slice(start, end);
			return quoted === -1 ? [] : [{ first, last: line, quoted, text: new AnsweredText(own) }];
		});
		this.#lines = new Set(lines.flatMap(({ level, content }) => (level === 0 ? [keyOf(content)] : [])));
		this.#texts = this.#parts.map((part) => part.text);
	}

	find(level: number, lines: readonly string[]): readonly TextAnchor[] {
		const found = level === 1 ? textsWithQuote(this.#texts, lines) : [];
		return found.flatMap((index) => {
			const { quoted } = this.#parts[index] ?? {};
			return quoted === undefined ? [] : [placeOf(quoted)];
		});
	}

	hasLine(level: number, line: string): boolean {
		return level === 1 && this.#lines.has(keyOf(line));
	}

	/** Whether an answer to a line gets into the right thread if readers put it into that of the quoted line `found`. */
	isSamePart(line: number, found: number): boolean {
		const part = this.#parts.find(({ first, last }) => first <= line && line <= last);
		return part === undefined || part.quoted === found;
	}
}

const placeOf = (line: number): TextAnchor => ({ text: 'cover', patch: -1, first: line, last: line });
