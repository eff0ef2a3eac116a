import { isReply } from '../replies/ancestors.ts';
import type { MailWithPatches } from '../replies/thread-mail.ts';
import { commentText } from './comment-text.ts';
import type { CommentedLines } from './commented-lines.ts';
import type { PassageLines } from './passages.ts';
import { PlacementCheck } from './placement-check.ts';
import { QuotableMail } from './quotable-mail.ts';
import { contextCount, linesToQuote, maxGapOf } from './quote-context.ts';
import { QuoteWriter } from './quote-writer.ts';
import { attribution, type Reply, replyTo } from './reply.ts';
import { type ReviewTrailer, trailerLine } from './review-trailer.ts';
import { suggestFor } from './suggested-change.ts';

/** What a review says about one mail. */
export interface MailReview {
	/** In any order. Those on lines of a hunk may have suggestions (`suggestFor`). */
	readonly comments: readonly { readonly lines: CommentedLines; readonly text: string }[];
	/** About the mail as a whole; may be empty. */
	readonly text: string;
	readonly trailers: readonly ReviewTrailer[];
}

export interface ComposedReview {
	readonly reply: Reply;
	/**
	 * The comments, by indices, that readers of the mail will not find at their lines: those to lines that the mail does not have, or that
	 * cannot be told apart from others. They are in the mail, too.
	 */
	readonly unplaced: readonly number[];
}

/** A comment whose lines were found. */
interface LineComment {
	readonly index: number;
	readonly lines: CommentedLines;
	readonly quoted: PassageLines;
	readonly text: string;
}

interface Body {
	readonly body: string;
	readonly misplaced: readonly LineComment[];
	/** The comments for which more lines can be quoted. */
	readonly widenable: readonly LineComment[];
}

/**
 * The reply to a mail of the list `to` that has the comments of a review below the lines that they are about. It is read again as readers
 * of the list do: where a comment would be taken for one on other lines, more is quoted. Reasons: docs/decisions/review-mails.md.
 */
export function composeReview(answered: MailWithPatches, review: MailReview, to: string): ComposedReview {
	const quotable = new QuotableMail(answered);
	const onLines: LineComment[] = [];
	const missing: number[] = [];
	const whole = [commentText(review.text)];
	for (const [index, { lines, text: written }] of review.comments.entries()) {
		const text = commentText(
			written,
			lines.kind === 'diff' ? suggestFor(answered.patches[lines.patch], lines) : undefined,
		);
		const quoted = quotable.linesOf(lines);
		if (text === '') continue;
		if (quoted) onLines.push({ index, lines, quoted, text });
		else whole.push(text);
		if (!quoted && lines.kind !== 'whole') missing.push(index);
	}
	const texts = [...whole, review.trailers.map(trailerLine).join('\n')].filter((text) => text !== '');
	const { body, misplaced } =
		onLines.length === 0
			? { body: wholeBody(answered, quotable.beginning(), texts), misplaced: [] }
			: commentsBody(answered, onLines.toSorted(byPlace), texts);
	return {
		reply: { ...replyTo(answered.mail, to, ''), body },
		unplaced: [...missing, ...misplaced.map(({ index }) => index)].sort((one, other) => one - other),
	};
}

/** In the order of the mail. Of those to the same lines, the longest range is first, because it quotes most. */
function byPlace({ quoted: one }: LineComment, { quoted: other }: LineComment): number {
	for (const [at, number] of one.passage.order.entries()) {
		const difference = number - (other.passage.order[at] ?? 0);
		if (difference !== 0) return difference;
	}
	return one.last - other.last || one.first - other.first;
}

/** What is said of the mail as a whole, and below it the comments at their lines. */
function commentsBody(
	answered: MailWithPatches,
	comments: readonly LineComment[],
	texts: readonly string[],
): Body {
	const check = new PlacementCheck(answered);
	/** How many contexts have not helped a comment. */
	const failures = new Map<LineComment, number>();
	for (;;) {
		const body = writeComments(answered, comments, texts, failures, check);
		const widened = body.widenable.filter((comment) => (failures.get(comment) ?? 0) < contextCount);
		if (widened.length === 0) return body;
		for (const comment of widened) failures.set(comment, (failures.get(comment) ?? 0) + 1);
	}
}

function writeComments(
	answered: MailWithPatches,
	comments: readonly LineComment[],
	texts: readonly string[],
	failures: ReadonlyMap<LineComment, number>,
	check: PlacementCheck,
): Body {
	const writer = new QuoteWriter();
	for (const text of texts) writer.write(text);
	writer.writeAttribution(attribution(answered.mail));
	const written = comments.map((comment) => {
		const { quoted, text } = comment;
		const failed = failures.get(comment) ?? 0;
		// If none helps, the first context quotes what people would quote.
		const context = failed < contextCount ? failed : 0;
		writer.quote(quoted.passage, linesToQuote(quoted, context), maxGapOf(context));
		return { ...writer.write(text), lines: comment.lines, quoted, comment };
	});
	const body = writer.text;
	const misplaced = (needsThread: boolean) =>
		check.misplaced(body, written, needsThread).map(({ comment }) => comment);
	return { body, misplaced: misplaced(false), widenable: misplaced(true) };
}

/** Below the beginning of the mail if readers take it for an answer to the whole; otherwise above it. */
function wholeBody(
	answered: MailWithPatches,
	beginning: readonly PassageLines[],
	texts: readonly string[],
): string {
	const quote = (writer: QuoteWriter) => {
		if (beginning.length === 0) return;
		writer.writeAttribution(attribution(answered.mail));
		for (const { passage, first, last } of beginning)
			writer.quote(passage, [{ start: first, end: last + 1 }]);
	};
	const below = new QuoteWriter();
	quote(below);
	const written = texts.map((text) => below.write(text));
	const check = new PlacementCheck(answered);
	const isMisread = !isReply(answered) && written.some((text) => check.isAtLines(below.text, text));
	if (!isMisread) return below.text;
	const above = new QuoteWriter();
	for (const text of texts) above.write(text);
	quote(above);
	return above.text;
}
