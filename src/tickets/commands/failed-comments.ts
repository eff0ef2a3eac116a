import type { TicketKey } from '../../platform/model/keys.ts';
import { count } from '../../platform/model/words.ts';
import { emptyBody } from '../model/ticket-draft.ts';
import { writerOf } from '../state/draft-format.ts';
import type { Tickets } from '../state/tickets.ts';

type TicketsAccess = Pick<Tickets, 'drafts' | 'of' | 'known'>;

interface FailedComment {
	readonly comment: string;
	/** Whether a ticket may have received the comment despite the failure. */
	readonly mayBeSent: (key: TicketKey) => boolean;
}

/**
 * Keeps a failed comment as a draft of each ticket, below the text that the draft already has. Resolves to a message
 * for the user.
 */
export async function saveFailedComments(
	tickets: TicketsAccess,
	keys: readonly TicketKey[],
	{ comment, mayBeSent }: FailedComment,
): Promise<string> {
	await Promise.all(keys.map((key) => saveFailedComment(tickets, key, comment, mayBeSent(key))));
	const unsure = keys.filter(mayBeSent).length;
	const unsent = keys.length - unsure;
	return [
		...(unsent > 0
			? [
					`${count(unsent, 'comment')} ${unsent === 1 ? 'was not sent and is kept as a draft' : 'were not sent and are kept as drafts'}.`,
				]
			: []),
		...(unsure > 0
			? [
					`${count(unsure, 'comment')} may have been sent. ${unsure === 1 ? 'It is kept as a draft' : 'They are kept as drafts'}; if you send one again, Tildeforge first checks whether it has arrived.`,
				]
			: []),
	].join(' ');
}

async function saveFailedComment(
	tickets: TicketsAccess,
	key: TicketKey,
	comment: string,
	mayBeSent: boolean,
): Promise<void> {
	const { drafts } = tickets;
	const words = comment.trim();
	const draft = drafts.get(key);
	const before = draft?.body.text.trim() ?? '';
	// After a second try the draft already ends with the comment.
	if (before.endsWith(words)) return;
	const body = draft?.body ?? { ...emptyBody, base: tickets.known(key)?.updated ?? null };
	const text = [before, words].filter(Boolean).join('\n\n');
	const account = writerOf(key, tickets.of(key.account)?.session, draft?.account);
	const saved = await drafts.save({ account, key, body: { ...body, text } });
	if (!mayBeSent) return;
	const sent = { ...saved, body: { ...saved.body, text: words } };
	await drafts.sendRecord(key).put({ draft: sent, newest: 0, at: saved.saved, isSent: false });
}
