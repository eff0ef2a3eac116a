import { trackOwner } from '../../platform/page/owner.ts';
import type { Owner } from '../../platform/page/snapshot-parts.ts';
import type { Tickets } from '../state/tickets.ts';

/** Like `trackOwner`. An account that is not known otherwise is known by what it was used to write. */
export function trackTicketOwner(id: string, tickets: Tickets): () => Owner | undefined {
	const findOwner = trackOwner(id, tickets);
	return () => findOwner() ?? findTextOwner(id, tickets);
}

function findTextOwner(id: string, { texts }: Tickets): Owner | undefined {
	const known = texts.editing.find(({ account }) => account.id === id && account.name !== '')?.account;
	return known && { account: known.name, instance: known.instance };
}

/** Names the account, because another one may be signed in to the same forge. */
export const signedOutMessage = (owner: Owner | undefined): string =>
	owner
		? `${owner.account} is signed out of ${owner.instance}.`
		: 'The account for this ticket is signed out.';
