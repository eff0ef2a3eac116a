import type { Event } from '../../base/emitter.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { EndedSession } from '../../signin/sessions/session-registry.ts';
import { endedAccountOf } from '../state/session-ending.ts';
import type { Owner } from './snapshot-parts.ts';

/** The accounts of a feature. */
export interface FeatureAccounts<Opened extends Account> {
	/** The accounts that are signed in. */
	readonly accounts: readonly Account[];
	/** The account, if it is signed in. */
	readonly of: (account: string) => Opened | undefined;
	/** The account, if its session has ended without the user signing out. */
	readonly endedAccount: (account: string) => Opened | undefined;
	readonly endedSession: (account: string) => EndedSession | undefined;
	/** Whether the account is of the sample forge. */
	readonly isTemporary: (account: string) => boolean;
	readonly onDidChange: Event<void>;
}

/** The owner of a page if its tab has to name it, because the user has other accounts; otherwise null. `id` is the id of the page's account. */
export const tabOwner = (
	id: string,
	owner: Owner | undefined,
	{ accounts }: FeatureAccounts<Account>,
): Owner | null => (owner && accounts.some(({ session }) => session.id !== id) ? owner : null);

/** The owner of a page if the page has to name it. That of the sample forge would look like the page of a real one. */
export const ownerToName = (...[id, owner, all]: Parameters<typeof tabOwner>): Owner | null =>
	owner && all.isTemporary(id) ? owner : tabOwner(id, owner, all);

/**
 * Returns a function that finds the account that a page belongs to. After the user has signed out, it returns the account as it was when
 * the function was called last.
 */
export function trackOwner(id: string, accounts: FeatureAccounts<Account>): () => Owner | undefined {
	let last: Owner | undefined;
	const findOwner = () => {
		const session = accounts.of(id)?.session;
		if (session) last = { account: session.account, instance: session.instance };
		return last ?? endedAccountOf(accounts.endedSession(id));
	};
	findOwner();
	return findOwner;
}
