import { append } from '../../../base/collections.ts';
import { forEachConcurrently } from '../../../base/for-each-concurrently.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import { ForgeError, unexpectedError } from '../../../forge/contract/errors.ts';
import type { Webhook } from '../../../forge/shapes/webhooks.ts';
import { eventsOf, type Family, families } from '../../../forge/webhooks/families.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import type { Connection } from '../../../signin/connections/connection.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { canOnlyUserHelp, concernsServer } from '../polling/read-failures.ts';
import { callsOf, createHooks, removeHooks, type TargetCalls } from './create-hooks.ts';
import { allowedEvents, missingScopes } from './hook-events.ts';
import { TargetWebhooks } from './target-webhooks.ts';
import {
	hookSecret,
	hookSecrets,
	hookUrl,
	isHookAt,
	isOwnHook,
	type TokenId,
	tokenId,
} from './webhook-address.ts';
import type { WebhookTargets } from './webhook-targets.ts';

const maxRemovals = 6;

interface WebhookRegistrarOptions {
	readonly webhooks: Connection['webhooks'];
	readonly token: string;
	/** The key of this installation. */
	readonly key: string;
	readonly targets: WebhookTargets;
	readonly secrets: Secrets;
	readonly log: Log;
}

interface Registering {
	readonly scopes: Session['scopes'];
	/** The events that the forge has refused for another target of the family. */
	readonly refused: ReadonlySet<string>;
	/** Whether the webhooks are still wanted. */
	readonly isCurrent: () => boolean;
}

/**
 * Creates, checks and removes the webhooks that a token has for targets. Finds them by their paths in the forge's list, also if an answer was
 * lost or another window has created them, so none is created twice and those of other programs and installations are left alone.
 */
export class WebhookRegistrar {
	readonly #options: WebhookRegistrarOptions;

	constructor(options: WebhookRegistrarOptions) {
		this.#options = options;
	}

	/** The webhooks of a target, about which nothing is known yet. */
	newWebhooks(target: HookTarget, base: string): TargetWebhooks {
		const { key, token } = this.#options;
		return new TargetWebhooks(target, base, hookSecret(key, tokenId(token), target));
	}

	/** The secrets of both paths that webhooks of a target can have. */
	secretsOf(target: HookTarget, token: TokenId = tokenId(this.#options.token)): readonly string[] {
		const { key, secrets } = this.#options;
		const both = hookSecrets(key, token, target);
		for (const secret of both) secrets.add(secret);
		return both;
	}

	/**
	 * Registers webhooks, and removes those of the target that have another address or answer differently. If only the user can change that
	 * the forge refuses them, they count as refused. Other failures are thrown. Returns whether all of them were registered before.
	 */
	async register(
		webhooks: TargetWebhooks,
		{ scopes, refused, isCurrent }: Registering,
		signal: AbortSignal,
	): Promise<boolean> {
		const { target, base, secret } = webhooks;
		const { family } = target;
		const { targets, token } = this.#options;
		const wereRequested = webhooks.wereRequested;
		let own: readonly Webhook[] | undefined;
		try {
			const allowed = allowedEvents(family, scopes);
			if (allowed.length === 0) {
				own = [];
				throw missingPermission(family, scopes ?? []);
			}
			// Stored first, so that the next window finds them if the process ends.
			if (!(await targets.add(token, target))) return false;
			// The forge is not asked for the refused ones for each target again.
			const accepted = allowed.filter((event) => !refused.has(event));
			const events = accepted.length > 0 ? accepted : allowed;
			const calls = this.#callsOf(target, signal);
			own = await this.#list(calls, target);
			const url = hookUrl(base, secret);
			const existing = own.filter((hook) => isHookAt(hook, url));
			const others = own.filter((hook) => !existing.includes(hook)).map(({ id }) => id);
			const create: TargetCalls['create'] = (hook) => {
				webhooks.wereRequested = true;
				webhooks.isCreating = true;
				return calls.create(hook);
			};
			const created = await createHooks({ ...calls, create }, { family, url, events, existing });
			webhooks.isCreating = false;
			if (!isCurrent() || !(await targets.isOwner())) {
				await removeHooks(calls, created.hooks);
				return false;
			}
			await removeHooks(calls, others);
			if (others.length > 0) webhooks.forgetDeliveries();
			const missing = eventsOf(family).filter(
				(event) => !events.includes(event) || created.refused.includes(event),
			);
			webhooks.wereRegistered(created.hooks, missing);
			return !wereRequested && created.hooks.every((id) => existing.some((hook) => hook.id === id));
		} catch (error) {
			if (!canOnlyUserHelp(error)) throw error;
			const mayBeDone = error instanceof ForgeError && error.mayBeDone;
			await this.#refuse(webhooks, error, mayBeDone || own === undefined || own.length > 0);
			return false;
		}
	}

	/** Stops trying to register webhooks, because that has failed several times. The forge may have created some nevertheless. */
	giveUp(webhooks: TargetWebhooks, error: unknown): Promise<void> {
		return this.#refuse(webhooks, error, true);
	}

	/** Asks the forge whether it still has the webhooks. If it has not, they are to be registered again. */
	async check(webhooks: TargetWebhooks, signal: AbortSignal): Promise<void> {
		const { target, registration } = webhooks;
		if (registration.kind !== 'registered') return;
		try {
			const calls = this.#callsOf(target, signal);
			const all = await calls.list();
			const lost = registration.hooks.filter((id) => all.every((hook) => hook.id !== id));
			// A window that led until a moment ago may have created others.
			const others = (await this.#ownOf(all, target)).filter(({ id }) => !registration.hooks.includes(id));
			if (!(await this.#options.targets.isOwner())) return;
			// A forge that does not list what it has would otherwise deliver more and more.
			await removeHooks(calls, [...lost, ...others.map(({ id }) => id)]);
			if (lost.length === 0) {
				webhooks.wereListed();
				return;
			}
			this.#options.log.info(`Webhooks that the forge no longer lists are created again: ${lost.length}`);
			webhooks.wereLost();
		} catch (error) {
			if (!canOnlyUserHelp(error)) throw error;
			await this.#refuse(webhooks, error, true);
		}
	}

	/** Removes webhooks from the forge. */
	async remove(webhooks: TargetWebhooks, signal: AbortSignal): Promise<void> {
		const { targets, token } = this.#options;
		if (!(await targets.isOwner())) return;
		if (await this.#removeFromForge(webhooks, signal)) await targets.remove(token, [webhooks.target]);
	}

	/**
	 * Removes webhooks from the forge until `signal` is aborted. Those that are left stay in the list of targets, for the next window or
	 * session. Returns whether the forge was asked about all of them.
	 */
	async removeAll(all: Iterable<TargetWebhooks>, signal: AbortSignal): Promise<boolean> {
		const { targets, token, log } = this.#options;
		const removed: HookTarget[] = [];
		/** Servers that cannot be reached. */
		const failed = new Set<string>();
		let areAllDone = true;
		await forEachConcurrently(all, maxRemovals, async (webhooks) => {
			const { target } = webhooks;
			const { area } = families[target.family];
			if (signal.aborted || failed.has(area)) {
				areAllDone = false;
				return;
			}
			try {
				const areGone = await this.#removeFromForge(webhooks, signal);
				if (areGone && !webhooks.isCreating) removed.push(target);
			} catch (error) {
				areAllDone = false;
				if (concernsServer(error)) failed.add(area);
				if (!signal.aborted) log.warn('A webhook could not be removed', error);
			}
		});
		if (removed.length > 0) await targets.remove(token, removed);
		return areAllDone;
	}

	/**
	 * Returns false if there were webhooks and the target is gone. They may have moved with it to a new name, where they are recognized as
	 * long as the former name is in the list of targets.
	 */
	async #removeFromForge({ target, registration }: TargetWebhooks, signal: AbortSignal): Promise<boolean> {
		if (registration.kind === 'refused' && !registration.mayExist) return true;
		if (!this.#options.webhooks(target.family)) return true;
		const calls = this.#callsOf(target, signal);
		const isRegistered = registration.kind === 'registered';
		if (isRegistered && (await removeHooks(calls, registration.hooks))) return true;
		try {
			const own = await this.#list(calls, target);
			await removeHooks(
				calls,
				own.map(({ id }) => id),
			);
			return true;
		} catch (error) {
			if (!canOnlyUserHelp(error)) throw error;
			return !isRegistered;
		}
	}

	/** The webhooks of this installation that the token has created for a target. It does not see those of another token. */
	async #list(calls: TargetCalls, target: HookTarget): Promise<readonly Webhook[]> {
		return this.#ownOf(await calls.list(), target);
	}

	/**
	 * A request that was under way when the token was renewed may have the former token's path, although the new token has sent it. Webhooks of a
	 * resource that was renamed have the path of its former name.
	 */
	async #ownOf(listed: readonly Webhook[], target: HookTarget): Promise<readonly Webhook[]> {
		const secrets = [...this.secretsOf(target)];
		if (listed.length === 0) return [];
		const stored = await this.#options.targets.ofFamily(target.family);
		append(
			secrets,
			stored.flatMap((one) => this.secretsOf(one.target, one.token)),
		);
		return listed.filter((hook) => isOwnHook(hook, secrets));
	}

	#callsOf(target: HookTarget, signal: AbortSignal): TargetCalls {
		const client = this.#options.webhooks(target.family);
		if (!client) throw new ForgeError('refused', 'The forge no longer has this service.');
		return callsOf(client, target, signal);
	}

	async #refuse(webhooks: TargetWebhooks, error: unknown, mayExist: boolean): Promise<void> {
		const { targets, token, log } = this.#options;
		const { target, secret } = webhooks;
		log.info(`The forge does not create webhooks (${target.family}), so it is asked for changes`, error);
		if (!mayExist) await targets.remove(token, [target]);
		webhooks.isCreating = false;
		webhooks.wereRefused(reasonOf(error, secret), mayExist);
	}
}

function missingPermission(family: Family, scopes: readonly string[]): ForgeError {
	const missing = missingScopes(family, scopes);
	const words = missing.length === 1 ? 'permission' : 'permissions';
	return new ForgeError('refused', `The token is missing the ${words} ${missing.join(', ')}.`);
}

/**
 * What the user reads. A forge may repeat the webhook's address, so its secret is masked. The default message of a `forbidden` error is about
 * a change that the user made, so it is replaced.
 */
function reasonOf(error: unknown, secret: string): string {
	if (!(error instanceof ForgeError)) return unexpectedError;
	const { kind, reasons, scopes, message } = error;
	const isUnexplained = kind === 'forbidden' && reasons.length + scopes.length === 0;
	return isUnexplained ? 'The forge does not allow webhooks.' : message.replaceAll(secret, '•••');
}
