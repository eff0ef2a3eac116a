import { join } from 'node:path';
import { background } from '../base/background.ts';
import { timeLimit } from '../base/clock.ts';
import { fileStorage } from '../base/files/file-storage.ts';
import { ForgeError } from '../forge/contract/errors.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import { askText, showInStatusBar, showWarning } from '../platform/editor/messages.ts';
import { attempt } from '../platform/editor/report.ts';
import type { Account } from '../signin/connections/connection.ts';
import { cleanToken } from '../signin/methods/token.ts';
import { SessionKey } from '../signin/sessions/session-key.ts';
import { removeWebhooks, type WebhooksLeft } from './live/hooks/remove-webhooks.ts';

/** How long the removal may take after the user has entered a token. */
const removalMs = 60_000;

/**
 * Removes the webhooks of an account whose token ends: no later token can do that, and those of a token that has ended may keep a forge from
 * delivering to any webhook.
 */
export class EndingHooks {
	readonly #window: ExtensionWindow;
	/** Whose token it is, with the tilde. */
	readonly #ownerOf: (token: string, account: Account, signal: AbortSignal) => Promise<string>;
	/** The tokens about whose webhooks the user was warned. A renewal that fails is repeated, and does not warn again. */
	readonly #warned = new Set<string>();

	constructor(
		window: ExtensionWindow,
		ownerOf: (token: string, account: Account, signal: AbortSignal) => Promise<string>,
	) {
		this.#window = window;
		this.#ownerOf = ownerOf;
	}

	/** Removes the webhooks. What ends the token does not wait for the user to close the warning that some are left. */
	async remove(account: Account, signal: AbortSignal): Promise<void> {
		const { token } = account.session;
		const left = await this.#remove(account, signal);
		if (left === 'none' || this.#warned.has(token)) return;
		this.#warned.add(token);
		background(this.#warn(account, left));
	}

	#remove(account: Account, signal: AbortSignal): Promise<WebhooksLeft> {
		const { context, secrets, log } = this.#window;
		const sessionKey = new SessionKey(context.secrets, secrets);
		const storage = fileStorage(join(context.globalStorageUri.fsPath, 'kept'), log);
		const options = { storage, key: () => sessionKey.get(), secrets, log: log.child('live') };
		return removeWebhooks(account, options, signal);
	}

	/** In GraphQL, a personal token can remove them later. In REST, only the token that has created them can. */
	async #warn(account: Account, left: 'some' | 'unknown'): Promise<void> {
		const { account: user, instance, graphql, method } = account.session;
		if (left === 'unknown') {
			await showWarning(
				`Webhooks of ${user} may be left at ${instance}, because the record of them was damaged.`,
			);
			return;
		}
		const message = `Some webhooks of ${user} could not be removed from ${instance}.`;
		if (!graphql?.length) {
			const advice = 'Tildeforge removes them when you sign in again with the same token.';
			await showWarning(method === 'token' ? `${message} ${advice}` : message);
			return;
		}
		const removeLeft = 'Remove Left-Over Webhooks…';
		const advice =
			'They may keep the forge from delivering any webhook. A personal access token can remove them.';
		if ((await showWarning(`${message} ${advice}`, removeLeft)) !== removeLeft) return;
		const typed = await askText({
			title: `Remove Left-Over Webhooks of ${user}`,
			prompt: `Paste a personal access token of ${instance}. It is not stored.`,
			password: true,
		});
		const token = cleanToken(typed ?? '');
		if (token === '') return;
		this.#window.secrets.add(token);
		await attempt(removeLeft, () => this.#removeWith(token, account), this.#window.log);
	}

	async #removeWith(token: string, account: Account): Promise<void> {
		const limit = timeLimit(removalMs);
		const owner = await this.#ownerOf(token, account, limit);
		const { account: user } = account.session;
		// The lists of another account would have none of these webhooks, as if they were gone.
		if (owner !== user) throw new ForgeError('refused', `This token belongs to ${owner}, not to ${user}.`);
		const session = { ...account.session, token, method: 'token', scopes: null } as const;
		const left = await this.#remove({ ...account, session }, limit);
		if (left === 'none') showInStatusBar('The left-over webhooks are removed.');
		else await this.#warn(account, left);
	}
}
