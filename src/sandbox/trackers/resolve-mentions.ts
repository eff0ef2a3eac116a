import type { Participant } from '../../forge/shapes/people.ts';
import type { Account, Accounts } from '../server/accounts.ts';
import { ticketAccess } from './access.ts';
import { type Archive, ticketOf } from './archive.ts';
import { mentionsIn } from './mentions.ts';
import type { TicketRecord } from './tracker-records.ts';

/** The users and tickets that a text mentions. Excludes tickets that the author may not see, and the ticket itself. */
export function resolveMentions(
	text: string,
	ticket: TicketRecord,
	author: Participant,
	accounts: Accounts,
	archive: Archive,
): { readonly users: readonly Account[]; readonly tickets: readonly TicketRecord[] } {
	const mentions = mentionsIn(text);
	const home = archive.trackerOf(ticket);
	const tickets = new Set<TicketRecord>();
	for (const { owner = home.owner, tracker = home.name, number } of mentions.tickets) {
		const account = accounts.find(owner);
		const mentionedTracker = account && archive.find(account.name, tracker);
		const found = mentionedTracker && ticketOf(mentionedTracker, number);
		if (!mentionedTracker || !found || found === ticket) continue;
		if (ticketAccess(mentionedTracker, found, author).includes('browse')) tickets.add(found);
	}
	return { users: mentions.users.flatMap((name) => accounts.find(name) ?? []), tickets: [...tickets] };
}
