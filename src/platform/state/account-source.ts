import type { Event } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { EndedSession } from '../../signin/sessions/session-registry.ts';
import type { Seen } from './seen/seen.ts';

/** The signed-in accounts, as a feature sees them. */
export interface AccountSource {
	readonly accounts: readonly Account[];
	/** Fires when an account or a forge was added, changed or removed. */
	readonly onDidChange: Event<void>;
	/** How the session of an account has ended without the user signing out; undefined if it has not. */
	readonly endedSession: (account: string) => EndedSession | undefined;
	/** The account of an ended session, to show what is stored of the account. Its client sends nothing. */
	readonly endedAccount: (account: string) => Account | undefined;
	/** Whether an account exists only in this window, like the account of the sample forge. */
	readonly isTemporary: (account: string) => boolean;
	/** The cached data of each account; removed when the account signs out. */
	readonly caches: { of(account: string): Storage };
	/** What the user has seen, in all windows. */
	readonly seen: Seen;
}
