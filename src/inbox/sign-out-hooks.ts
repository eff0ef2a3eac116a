import { join } from 'node:path';
import { background } from '../base/background.ts';
import { fileStorage } from '../base/files/file-storage.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import { showWarning } from '../platform/editor/messages.ts';
import type { Account } from '../signin/connections/connection.ts';
import { SessionKey } from '../signin/sessions/session-key.ts';
import { removeWebhooks } from './live/hooks/remove-webhooks.ts';

/** Removes the webhooks of an account that signs out. The warning that some are left does not delay signing out. */
export async function removeSignOutHooks(
	account: Account,
	{ context, secrets, log }: ExtensionWindow,
	signal: AbortSignal,
): Promise<void> {
	const { account: user, instance, method } = account.session;
	const sessionKey = new SessionKey(context.secrets, secrets);
	const areGone = await removeWebhooks(
		account,
		{
			storage: fileStorage(join(context.globalStorageUri.fsPath, 'kept'), log),
			key: () => sessionKey.get(),
			isTokenRevoked: method === 'browser',
			secrets,
			log: log.child('live'),
		},
		signal,
	);
	if (areGone) return;
	background(
		showWarning(
			`Some webhooks of ${user} could not be removed from ${instance}. Tildeforge replaces them when you sign in again with the same token.`,
		),
	);
}
