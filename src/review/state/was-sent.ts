import type { MailingLists } from '../../patches/state/mailing-lists.ts';
import type { SeriesKey } from '../../platform/model/keys.ts';
import { isOnList } from './outbox-mail-sender.ts';
import { messageIdOf } from './outgoing-mail.ts';
import type { PreparedMail } from './prepare-mail.ts';
import type { ReviewComments } from './review-comments.ts';

/** How the user has prepared a mail. */
interface MailOrigin {
	readonly series: SeriesKey;
	/** Whether the user has edited the mail, so that it is no longer only what its comments say. */
	readonly isEdited: boolean;
}

interface SentMails {
	readonly comments: ReviewComments;
	readonly lists: MailingLists;
	readonly signal: AbortSignal;
}

/**
 * Whether any window has sent a mail, as far as is known. Its comments show it: one of them was sent in this mail, or all of them in another mail.
 * For a mail without comments, its kept text shows it, or the list. A mail that the user has edited since does not count as sent.
 */
export async function wasSent(
	{ series, isEdited }: MailOrigin,
	prepared: PreparedMail,
	{ comments, lists, signal }: SentMails,
): Promise<boolean> {
	const { mail, comments: versions } = prepared;
	const messageId = mail.from && messageIdOf(prepared, mail.from);
	if (versions.length > 0) {
		const [first, ...others] = versions.map(({ id }) => comments.get(id)?.body.sentIn);
		if (messageId !== undefined && [first, ...others].includes(messageId)) return true;
		return !isEdited && first !== undefined && others.every((sentIn) => sentIn === first);
	}
	if (messageId === undefined) return false;
	if (comments.get(messageId)?.state === 'sent') return true;
	const { account, owner, list } = series;
	const opened = lists.of(account);
	if (!opened) return false;
	return isOnList(opened, { account, owner, list, messageId }, signal).catch(() => false);
}
