import { count } from '../../base/text/numbers.ts';
import type { ComposedMail } from '../../mail/compose/mail-document.ts';
import { unreachableAddresses } from '../../mail/compose/reply.ts';
import { composeReview } from '../../mail/compose/review-mail.ts';
import type { ReviewTrailer } from '../../mail/compose/review-trailer.ts';
import type { Address } from '../../mail/message/mail.ts';
import { allPatches } from '../../patches/model/series/chain.ts';
import type { FullMail } from '../../patches/model/series/mails/full-mail.ts';
import type { SeriesReading } from '../../patches/model/series-reading.ts';
import type { TextVersion } from '../../platform/state/texts/text.ts';
import type { AnsweredMail } from './answered-mails.ts';

/** A comment or a draft as it is in a mail. The user may have written on since. */
export interface CommentVersion extends TextVersion {
	readonly id: string;
}

/** A mail that is ready to be sent. */
export interface PreparedMail {
	readonly mail: ComposedMail;
	/** The forge's id of the mail that it answers. */
	readonly answered: number;
	/** The user's comments that it has. */
	readonly comments: readonly CommentVersion[];
	/** Its document before the user edited it. Undefined if it is not from a document. */
	readonly composed?: string | undefined;
	/** The draft that it is. */
	readonly document?: CommentVersion | undefined;
	/** The recipients of the answered mail that can get no copy. */
	readonly unreachable?: readonly string[];
	/** What the user should know before it is sent; may be empty. */
	readonly note: string;
}

interface PreparingOptions {
	/** The mail address of the list. */
	readonly to: string;
	readonly sender: Address | undefined;
	/** The mail addresses of the user, who gets no copy, in lower case. */
	readonly own: readonly string[];
	readonly trailers: readonly ReviewTrailer[];
}

/** The last answer to each mail, and what it was made of. */
const lastAnswers = new WeakMap<FullMail, { readonly of: string; readonly prepared: PreparedMail }>();

/** The answer to a mail with what the user has written about it. A panel shows all answers of a review again with each letter. */
export function prepareMail(answered: AnsweredMail, options: PreparingOptions): PreparedMail {
	const of = JSON.stringify([answered.comments, options]);
	const last = lastAnswers.get(answered.fullMail);
	if (last?.of === of) return last.prepared;
	const prepared = composeAnswer(answered, options);
	lastAnswers.set(answered.fullMail, { of, prepared });
	return prepared;
}

function composeAnswer(
	{ fullMail, comments }: AnsweredMail,
	{ to, sender, own, trailers }: PreparingOptions,
): PreparedMail {
	const written = comments.map(({ key, body }) => ({ lines: key.lines, text: body.text }));
	const { reply, unplaced } = composeReview(fullMail, { comments: written, text: '', trailers }, to);
	const whose = unplaced.length === 1 ? 'its' : 'their';
	return {
		mail: { ...reply, from: sender, cc: reply.cc.filter(({ email }) => !own.includes(email.toLowerCase())) },
		unreachable: unreachableAddresses(fullMail.mail, to),
		answered: fullMail.id,
		comments: comments.map(({ id, revision, writer }) => ({ id, revision, writer })),
		note:
			unplaced.length === 0
				? ''
				: `${count(unplaced.length, 'comment')} could not be placed below ${whose} lines`,
	};
}

/** Says how many of the mails that a review can answer could not be read. Empty if all could. */
export function unreadProblem({ unread }: SeriesReading, answered: ReadonlySet<number>): string {
	const { length } = unread.filter((id) => answered.has(id));
	return length === 0 ? '' : `${count(length, 'mail')} could not be loaded and cannot be answered.`;
}

/**
 * The mails to answer with the trailers of a review. A trailer in an answer to the cover letter counts for all patches. Without a cover letter, it
 * counts only for the patch that it answers, so each patch gets one. The cover letter of a partial version belongs to an earlier version, so
 * each patch that was sent with the partial version gets one. With `chosen` patches, only these get one, as far as they are still there.
 */
export function trailerMails(reading: SeriesReading, chosen?: ReadonlySet<number>): ReadonlySet<number> {
	const { cover, isPartial } = reading.version ?? {};
	const own = ownPatches(reading);
	if (chosen && chosen.size > 0) return new Set(own.filter((id) => chosen.has(id)));
	return new Set(cover && !isPartial ? [cover.id] : own);
}

/** The mails of the patches that were sent with a version. */
export const ownPatches = ({ version }: SeriesReading): readonly number[] =>
	allPatches(version)
		.filter(({ isInherited }) => !isInherited)
		.map(({ mail }) => mail.id);
