import type { Log } from '../../../base/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { Storage } from '../../../platform/state/storage.ts';
import type { Account } from '../../../signin/connection.ts';
import { HookStore } from './hook-store.ts';
import { RegisteredHooks } from './registered-hooks.ts';

interface RemoveHooksOptions {
	/** Of the account. */
	readonly storage: Storage;
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
	{ storage, key, secrets, log }: RemoveHooksOptions,
	signal: AbortSignal,
): Promise<boolean> {
	const store = new HookStore({ storage, key, account, secrets, log });
	if (!(await store.hasRecords())) return true;
	const hooks = new RegisteredHooks({ webhooks, store, didChange: () => {}, secrets, log });
	await hooks.open(signal);
	return hooks.removeAll(signal);
}
