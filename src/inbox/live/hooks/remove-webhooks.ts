import type { Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import { WebhookRegistrar } from './webhook-registrar.ts';
import { WebhookTargets } from './webhook-targets.ts';

interface RemoveWebhooksOptions {
	/** For all windows. Has the targets at which there may be webhooks. */
	readonly storage: Storage;
	/** The key of this installation. */
	readonly key: () => Promise<string | undefined>;
	/** Whether the token is about to be revoked, so that its webhooks end anyway. */
	readonly isTokenRevoked?: boolean;
	readonly secrets: Secrets;
	readonly log: Log;
}

/**
 * Removes the webhooks that any window has registered for an account, until the signal aborts. It takes over, so the window that has
 * registered them does not create them again. Those that are left are found by the next session with the same token. Returns whether there
 * are none.
 */
export async function removeWebhooks(
	{ session, connection }: Account,
	{ storage, key: readKey, isTokenRevoked = false, secrets, log }: RemoveWebhooksOptions,
	signal: AbortSignal,
): Promise<boolean> {
	const targets = new WebhookTargets(storage, session, log);
	const key = await readKey();
	if (key === undefined || !(await targets.exist())) return true;
	const { token } = session;
	const { webhooks } = connection;
	const registrar = new WebhookRegistrar({ webhooks, token, key, targets, secrets, log });
	const known = await targets.takeOver(token, signal);
	const areGone = await registrar.removeAll(
		known.map((target) => registrar.newWebhooks(target, '')),
		signal,
	);
	if (isTokenRevoked) await targets.remove(token, known);
	await targets.release();
	return areGone || isTokenRevoked;
}
