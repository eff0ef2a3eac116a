import { Emitter } from '../../../src/base/emitter.ts';
import type { AccountSource } from '../../../src/platform/state/account-source.ts';
import type { Account } from '../../../src/signin/connections/connection.ts';
import { seenIn } from '../items/seen.ts';

/** Signed-in accounts that never change. */
export const fixedAccounts = (
	accounts: readonly Account[],
	caches: AccountSource['caches'],
): AccountSource => ({
	...{ accounts, caches, seen: seenIn(caches) },
	isTemporary: () => false,
	endedSession: () => undefined,
	endedAccount: () => undefined,
	onDidChange: new Emitter<void>().event,
});
