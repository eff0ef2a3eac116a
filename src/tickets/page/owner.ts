import { ownerOf } from '../../platform/state/session-ending.ts';
import type { TicketPageHost } from './host.ts';

/** An account and its forge, as the user knows them. */
export interface Owner {
	/** With the tilde. */
	readonly account: string;
	/** The name of the forge. */
	readonly instance: string;
}

type OwnerSource = Pick<TicketPageHost['tickets'], 'of' | 'endedSession' | 'texts'>;

/**
 * Returns a function that finds the account that a page belongs to. After that account has signed out, it uses the last
 * session, the session that has ended without the user signing out, or else what the account was used to write.
 */
export function trackOwner(id: string, tickets: OwnerSource): () => Owner | undefined {
	let last: Owner | undefined;
	const findOwner = () => {
		const session = tickets.of(id)?.session;
		if (session) last = { account: session.account, instance: session.instance };
		return last ?? ownerOf(tickets.endedSession(id)) ?? findTextOwner(id, tickets.texts);
	};
	findOwner();
	return findOwner;
}

function findTextOwner(id: string, texts: OwnerSource['texts']): Owner | undefined {
	const known = texts.editing.find(({ account }) => account.id === id && account.name !== '')?.account;
	return known && { account: known.name, instance: known.instance };
}

/** Names the account, because another one may be signed in to the same forge. */
export const signedOutMessage = (owner: Owner | undefined): string =>
	owner
		? `${owner.account} is signed out of ${owner.instance}.`
		: 'The account for this ticket is signed out.';
