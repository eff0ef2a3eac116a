import type { Log } from '../../../base/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { Storage } from '../../../platform/state/storage.ts';
import type { Account } from '../../../signin/connection.ts';
import { HookStore } from './hook-store.ts';
import { RegisteredHooks } from './registered-hooks.ts';

interface RemoveHooksOptions {
	/** Undefined for an account that ends with this window. */
	readonly storageOf: (account: string) => Storage | undefined;
	/** The key that encrypts what is stored. */
	readonly key: () => Promise<string | undefined>;
	readonly secrets: Secrets;
	readonly log: Log;
}

/**
 * Removes the webhooks that any window has registered for an account, until the signal aborts. It takes over the records, so the window
 * that registered the webhooks does not create them again. Returns whether the forge was asked about all of them.
 */
export async function removeStoredHooks(
	{ session: { id: account }, connection: { webhooks } }: Account,
	{ storageOf, key, secrets, log }: RemoveHooksOptions,
	signal: AbortSignal,
): Promise<boolean> {
	const storage = storageOf(account);
	if (!storage) return true;
	const store = new HookStore({ storage, key, account, secrets, log });
	if (!(await store.hasRecords())) return true;
	const hooks = new RegisteredHooks({ webhooks, store, didChange: () => {}, secrets, log });
	await hooks.open(signal);
	return hooks.removeAll(signal);
}
