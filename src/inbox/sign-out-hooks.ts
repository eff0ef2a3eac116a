import { join } from 'node:path';
import type * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Log } from '../base/log/log.ts';
import type { Secrets } from '../base/secrets.ts';
import { showWarning } from '../platform/editor/messages.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import { fileStorage } from '../platform/state/store/files.ts';
import type { Account } from '../signin/connections/connection.ts';
import { hookStorage } from './hook-storage.ts';
import { removeHooksAtSignOut } from './live/hooks/remove-stored-hooks.ts';

interface SignOutHooksOptions {
	readonly forges: Pick<AccountSource, 'caches' | 'isTemporary'>;
	readonly context: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'secrets'>;
	readonly secrets: Secrets;
	readonly log: Log;
}

/** Removes the webhooks of an account that signs out. Warns the user of those that it could not remove, without waiting for an answer. */
export async function removeSignOutHooks(
	account: Account,
	{ forges, context, secrets, log }: SignOutHooksOptions,
	signal: AbortSignal,
): Promise<void> {
	const permanent = fileStorage(join(context.globalStorageUri.fsPath, 'kept'), log);
	const hooks = { ...hookStorage({ forges, context, secrets, permanent }), log: log.child('live') };
	if (!(await removeHooksAtSignOut(account, hooks, signal))) return;
	const { account: user, instance } = account.session;
	background(
		showWarning(
			`Some webhooks of ${user} could not be removed from ${instance}. Tildeforge replaces them when you sign in again with the same token.`,
		),
	);
}
