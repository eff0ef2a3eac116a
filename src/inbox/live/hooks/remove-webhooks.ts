import type { Storage } from '../../../base/files/storage.ts';
import { forEachConcurrently } from '../../../base/for-each-concurrently.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { type Area, families } from '../../../forge/webhooks/families.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import { concernsServer } from '../polling/read-failures.ts';
import { HookRecord, type RecordedTarget } from './hook-record.ts';
import { isVisible, TargetHooks } from './target-hooks.ts';
import { targetKey } from './webhook-address.ts';

const maxRemovals = 6;

interface RemoveWebhooksOptions {
	/** For all windows. Has the record of where there may be webhooks. */
	readonly storage: Storage;
	/** The key of this installation. */
	readonly key: () => Promise<string | undefined>;
	readonly secrets: Secrets;
	readonly log: Log;
}

/** What is left. `unknown`: there may be webhooks anywhere, because the record of them was lost, but none is known. */
export type WebhooksLeft = 'none' | 'some' | 'unknown';

/**
 * Removes the webhooks that any window has registered for an account with its token, until the signal aborts. Called before the token ends, or
 * after a window was killed. Takes over, so that no other window creates the webhooks again. Webhooks that are left stay recorded.
 */
export async function removeWebhooks(
	account: Account,
	{ storage, key: readKey, secrets, log }: RemoveWebhooksOptions,
	signal: AbortSignal,
): Promise<WebhooksLeft> {
	const record = new HookRecord(storage, account.session, log);
	const key = await readKey();
	if (key === undefined || !(await record.exists())) return 'none';
	const isKnown = await record.takeOver(account.session.token, signal);
	const token = { account, key, record, secrets, log };
	const recorded = (await record.targets()).filter((one) => isVisible(one, account));
	const removeAt = (some: readonly RecordedTarget[]) => {
		const byName = new Map(some.map(({ target }) => [targetKey(target), target]));
		const hooks = [...byName.values()].map((target) => new TargetHooks(target, token, true));
		return removeAll(hooks, log, signal);
	};
	let areGone = await removeAt(recorded.filter(({ isCreating }) => !isCreating));
	const creating = recorded.filter(({ isCreating }) => isCreating);
	if (creating.length > 0) {
		await record.settled(signal);
		areGone = (await removeAt(creating)) && areGone;
	}
	await record.clear();
	if (!areGone) return 'some';
	return isKnown ? 'none' : 'unknown';
}

/** Returns whether no webhooks are left. A service that cannot be reached or does not answer is asked once, not for each webhook. */
export async function removeAll(
	all: readonly TargetHooks[],
	log: Log,
	signal: AbortSignal,
): Promise<boolean> {
	const failed = new Set<Area>();
	let areGone = true;
	await forEachConcurrently(all, maxRemovals, async (hooks) => {
		const { area } = families[hooks.target.family];
		try {
			const isGone = !signal.aborted && !failed.has(area) && (await hooks.remove(signal));
			areGone &&= isGone;
		} catch (error) {
			areGone = false;
			if (concernsService(error)) failed.add(area);
			if (!signal.aborted) log.warn('A webhook could not be removed', error);
		}
	});
	return areGone;
}

/** Whether the other targets of the service would fail too. */
export const concernsService = (error: unknown): boolean =>
	concernsServer(error) || (error instanceof ForgeError && ['timeout', 'signed-out'].includes(error.kind));
