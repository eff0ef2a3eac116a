import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { Storage } from '../../../platform/state/store/storage.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import { tokenId } from './hook-record.ts';
import { HookStore } from './hook-store.ts';
import { LeftHooks } from './left-hooks.ts';
import { RegisteredHooks } from './registered-hooks.ts';

interface RemoveHooksOptions {
	/** Undefined for an account that ends with this window. */
	readonly storageOf: (account: string) => Storage | undefined;
	/** Where hooks are stored that could not be removed when an account signed out. */
	readonly left: Storage;
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
	account: Account,
	options: RemoveHooksOptions,
	signal: AbortSignal,
): Promise<boolean> {
	const hooks = await openHooks(account, options, signal);
	return hooks === undefined || hooks.removeAll(signal);
}

/**
 * Removes the webhooks of an account before it signs out. Remembers those that it could not remove until the account signs in with the same
 * token again. Returns whether there are any.
 */
export async function removeHooksAtSignOut(
	account: Account,
	options: RemoveHooksOptions,
	signal: AbortSignal,
): Promise<boolean> {
	const hooks = await openHooks(account, options, signal);
	if (!hooks || (await hooks.removeAll(signal))) return false;
	const { method, token } = account.session;
	const left = hooks.records.filter((record) => record.token === tokenId(token));
	// The token of a browser sign-in is revoked, and its hooks end with it.
	if (method === 'browser' || left.length === 0) return false;
	await new LeftHooks({ ...options, storage: options.left }, account.session).add(left);
	return true;
}

async function openHooks(
	{ session, connection: { webhooks } }: Account,
	{ storageOf, left, key, secrets, log }: RemoveHooksOptions,
	signal: AbortSignal,
): Promise<RegisteredHooks | undefined> {
	const storage = storageOf(session.id);
	if (!storage) return undefined;
	const store = new HookStore({
		storage,
		key,
		account: session.id,
		secrets,
		log,
		left: new LeftHooks({ storage: left, key, secrets, log }, session),
	});
	if (!(await store.hasRecords())) return undefined;
	const hooks = new RegisteredHooks({ webhooks, store, didChange: () => {}, secrets, log });
	await hooks.open(signal);
	return hooks;
}
