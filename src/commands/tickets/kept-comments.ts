import type { Tickets } from '../../host/tickets.ts';
import type { TicketKey } from '../../model/ticket.ts';
import { count } from '../../model/words.ts';

type Kept = Pick<Tickets, 'drafts' | 'of' | 'known'>;

/**
 * Keeps the words of a comment that did not reach these tickets as their drafts, below what is written there already.
 * Resolves to a sentence that says so.
 */
export async function keepComments(
	tickets: Kept,
	keys: readonly TicketKey[],
	comment: string,
): Promise<string> {
	await Promise.all(keys.map((key) => keepComment(tickets, key, comment)));
	return keys.length === 1
		? '1 comment was not sent; it is kept as a draft.'
		: `${count(keys.length, 'comment')} were not sent; they are kept as drafts.`;
}

async function keepComment(tickets: Kept, key: TicketKey, comment: string): Promise<void> {
	const { drafts } = tickets;
	const words = comment.trim();
	const draft = drafts.get(key);
	const before = draft?.text.trim() ?? '';
	// Who has sent the same once more has it once all the same.
	if (before.endsWith(words)) return;
	const session = tickets.of(key.account)?.session;
	const none = { title: '', addLabels: [], removeLabels: [], base: tickets.known(key)?.updated ?? null };
	await drafts.save({
		...(draft ?? none),
		account: draft?.account ?? {
			id: key.account,
			label: session ? `${session.account} (${session.instance})` : '',
		},
		key,
		text: [before, words].filter(Boolean).join('\n\n'),
	});
}
