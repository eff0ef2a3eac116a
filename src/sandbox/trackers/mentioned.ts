import type { Participant } from '../../forge/shapes/people.ts';
import type { Account, Accounts } from '../accounts.ts';
import { ticketAccess } from './access.ts';
import type { Archive } from './archive.ts';
import { mentionsIn } from './mentions.ts';
import type { TicketRecord } from './state.ts';

/** The users and tickets that a text mentions. Excludes tickets that the author may not see, and the ticket itself. */
export function mentioned(
	text: string,
	ticket: TicketRecord,
	author: Participant,
	accounts: Accounts,
	archive: Archive,
): { readonly users: readonly Account[]; readonly tickets: readonly TicketRecord[] } {
	const mentions = mentionsIn(text);
	const here = archive.trackerOf(ticket);
	const tickets = new Set<TicketRecord>();
	for (const { owner = here.owner, tracker = here.name, number } of mentions.tickets) {
		const account = accounts.find(owner);
		const home = account && archive.find(account, tracker);
		const found = home?.tickets[number - 1];
		if (!home || !found || found === ticket) continue;
		if (ticketAccess(home, found, author).includes('browse')) tickets.add(found);
	}
	return { users: mentions.users.flatMap((name) => accounts.find(name) ?? []), tickets: [...tickets] };
}
