import type { Event } from '../../base/emitter.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { EndedSession } from '../../signin/sessions/session-registry.ts';
import { endedAccountOf } from '../state/session-ending.ts';
import type { Owner } from './snapshot-parts.ts';

/** The owner of a page if the user has other accounts, so that the page has to name it; otherwise null. `id` is that of the page's account. */
export const ownerToName = (
	id: string,
	owner: Owner | undefined,
	accounts: readonly Account[],
): Owner | null => (owner && accounts.some(({ session }) => session.id !== id) ? owner : null);

/** The accounts of a feature. */
export interface PageAccounts<Opened extends Account> {
	/** Those that are signed in. */
	readonly accounts: readonly Account[];
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
