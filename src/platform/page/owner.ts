import type { Event } from '../../base/emitter.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { EndedSession } from '../../signin/sessions/session-registry.ts';
import { endedAccountOf } from '../state/session-ending.ts';

/** An account and its forge, as the user knows them. */
export interface Owner {
	/** With the tilde. */
	readonly account: string;
	/** The name of the forge. */
	readonly instance: string;
}

/** The accounts of a feature. */
export interface PageAccounts<Opened extends Account> {
	/** The account, if it is signed in. */
	readonly of: (account: string) => Opened | undefined;
	/** The account, if its session has ended without the user signing out. */
	readonly endedAccount: (account: string) => Opened | undefined;
	readonly endedSession: (account: string) => EndedSession | undefined;
	readonly onDidChange: Event<void>;
}

/**
 * Returns a function that finds the account that a page belongs to. After the user has signed out, it returns the account as it was when
 * the function was called last.
 */
export function trackOwner(id: string, accounts: PageAccounts<Account>): () => Owner | undefined {
	let last: Owner | undefined;
	const findOwner = () => {
		const session = accounts.of(id)?.session;
		if (session) last = { account: session.account, instance: session.instance };
		return last ?? endedAccountOf(accounts.endedSession(id));
	};
	findOwner();
	return findOwner;
}
