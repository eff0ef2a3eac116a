import { listRef, type SeriesKey } from '../../../platform/model/keys.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { ReviewComment } from './review-comments.ts';

/** A mail that the user's review answers. */
export interface AnsweredMail {
	readonly fullMail: FullMail;
	/** What the user has written about it. */
	readonly comments: readonly ReviewComment[];
}

/** The mails of a series that the user has commented on, in the order of `mails`. */
export function answeredMails(
	{ account, ...list }: SeriesKey,
	mails: Iterable<FullMail>,
	drafts: readonly ReviewComment[],
): readonly AnsweredMail[] {
	const ofList = drafts.filter(({ key }) => key.account === account && listRef(key) === listRef(list));
	const byMail = Map.groupBy(ofList, ({ key }) => key.mail);
	return [...mails].flatMap((fullMail) => {
		const found = byMail.get(fullMail.id);
		return found ? [{ fullMail, comments: found }] : [];
	});
}
