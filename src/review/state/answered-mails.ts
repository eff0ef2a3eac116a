import type { FullMail } from '../../patches/model/series/mails/full-mail.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import type { ReviewComment } from './review-comments.ts';

/** A mail that the user's review answers. */
export interface AnsweredMail {
	readonly fullMail: FullMail;
	/** What the user has written about it. */
	readonly comments: readonly ReviewComment[];
}

/** What the user has written about the mails of a list, by the forge's ids of the mails. */
export const commentsByMail = (
	{ account, ...list }: ListKey,
	drafts: readonly ReviewComment[],
): ReadonlyMap<number, readonly ReviewComment[]> =>
	Map.groupBy(
		drafts.filter(({ key }) => key.account === account && listRef(key) === listRef(list)),
		({ key }) => key.mail,
	);
