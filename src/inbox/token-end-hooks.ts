import { join } from 'node:path';
import { background } from '../base/background.ts';
import { timeLimit } from '../base/clock.ts';
import { fileStorage } from '../base/files/file-storage.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import { askText, showInStatusBar, showWarning } from '../platform/editor/messages.ts';
import { attempt } from '../platform/editor/report.ts';
import type { Account } from '../signin/connections/connection.ts';
import { cleanToken } from '../signin/methods/token.ts';
import { SessionKey } from '../signin/sessions/session-key.ts';
import { removeWebhooks } from './live/hooks/remove-webhooks.ts';

/** How long the removal may take after the user has entered a token. */
const removalMs = 60_000;

/**
 * Removes the webhooks of an account whose token ends: no later token can do that, and those of a token that has ended may keep a forge from
 * delivering to any webhook. The warning that some are left does not delay what ends the token.
 */
export async function removeEndingHooks(
	account: Account,
	window: ExtensionWindow,
	signal: AbortSignal,
): Promise<void> {
	if (!(await remove(account, window, signal))) background(warn(account, window));
}

function remove(
	account: Account,
	{ context, secrets, log }: ExtensionWindow,
	signal: AbortSignal,
): Promise<boolean> {
	const sessionKey = new SessionKey(context.secrets, secrets);
	const storage = fileStorage(join(context.globalStorageUri.fsPath, 'kept'), log);
	const options = { storage, key: () => sessionKey.get(), secrets, log: log.child('live') };
	return removeWebhooks(account, options, signal);
}

/** In GraphQL, a personal token can remove them later. In REST, only the token that has created them can. */
async function warn(account: Account, window: ExtensionWindow): Promise<void> {
	const { account: user, instance, graphql } = account.session;
	const message = `Some webhooks of ${user} could not be removed from ${instance}.`;
	if (!graphql?.length) {
		await showWarning(`${message} Tildeforge removes them when you sign in again with the same token.`);
		return;
	}
	const removeLeft = 'Remove Left-Over Webhooks…';
	const advice = 'They may keep the forge from sending any. A personal access token can remove them.';
	if ((await showWarning(`${message} ${advice}`, removeLeft)) !== removeLeft) return;
	const typed = await askText({
		title: `Remove Left-Over Webhooks of ${user}`,
		prompt: `Paste a personal access token of ${instance}. It is not stored.`,
		password: true,
	});
	const token = cleanToken(typed ?? '');
	if (token === '') return;
	window.secrets.add(token);
	const work = async () => {
		const session = { ...account.session, token, method: 'token', scopes: null } as const;
		const areGone = await remove({ ...account, session }, window, timeLimit(removalMs));
		if (areGone) showInStatusBar('The left-over webhooks are removed.');
		else await warn(account, window);
	};
	await attempt(removeLeft, work, window.log);
}
