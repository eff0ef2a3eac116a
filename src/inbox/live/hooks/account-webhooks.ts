import { abortable, isAbort } from '../../../base/abort.ts';
import { timeOfDay } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Received } from '../../../forge/webhooks/delivery.ts';
import type { HookTarget, WatchedResource } from '../../../platform/state/watch-source.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import { type HookState, isLive } from '../../model/live-state.ts';
import type { Hook } from '../listener/delivery-requests.ts';
import type { WebhookListener } from '../listener/listener.ts';
import { DeliveryPaths } from './delivery-paths.ts';
import { redeliverLast } from './redeliver.ts';
import type { TargetWebhooks } from './target-webhooks.ts';
import { targetKey } from './webhook-address.ts';
import { WebhookJobs } from './webhook-jobs.ts';
import type { WebhookOptions } from './webhook-options.ts';
import { WebhookOwnership } from './webhook-ownership.ts';
import { defaultPace, type WebhookPace } from './webhook-pace.ts';
import { WebhookRegistrar } from './webhook-registrar.ts';
import { deliveredByAccount, statusOf } from './webhook-status.ts';
import { WebhookTargets } from './webhook-targets.ts';

interface WantedWebhooks {
	readonly account: Account;
	/** The resources of the account that have webhooks. */
	readonly resources: readonly WatchedResource[];
	/** The address of the listener, as the forge reaches it. */
	readonly base: string;
	/** Whether requests may be made. Deliveries are received anyway. */
	readonly isActive: boolean;
}

/**
 * Keeps webhooks for each wanted target of an account registered with its forge, and receives their deliveries. Only the window that leads
 * does this. `dispose` leaves the webhooks to the next leader, and `stop` removes them.
 */
export class AccountWebhooks implements Disposable {
	readonly #options: WebhookOptions;
	readonly #key: string;
	readonly #pace: WebhookPace;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #jobs: WebhookJobs;
	readonly #targets: WebhookTargets;
	readonly #ownership: WebhookOwnership;
	#wanted: WantedWebhooks;
	#registrar: WebhookRegistrar;
	/** The wanted resources, by target. */
	#byTarget: ReadonlyMap<string, readonly WatchedResource[]> = new Map();
	/** The wanted resources, by id. */
	#byId: ReadonlyMap<string, WatchedResource> = new Map();
	/** The webhooks that may exist, by target. Empty while this window does not own them. */
	readonly #webhooks = new Map<string, TargetWebhooks>();
	readonly #paths: DeliveryPaths;
	/** Deliveries until then may be lost. */
	#missedUntil: number | undefined;
	/** The states that listeners know. */
	#reported = '';
	#isAnyLive = false;

	constructor(wanted: WantedWebhooks, listener: WebhookListener, key: string, options: WebhookOptions) {
		this.#options = options;
		this.#key = key;
		this.#wanted = wanted;
		const { log, storage, random = Math.random, wasDelivered } = options;
		this.#pace = { ...defaultPace, ...options.pace };
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for webhooks failed', failure)),
		);
		this.#jobs = this.#lifetime.add(
			new WebhookJobs({
				webhooks: this.#webhooks,
				registrar: () => this.#registrar,
				session: () => this.#wanted.account.session,
				isWanted: (target) => this.#byTarget.has(target),
				wasDelivered: async (target) => {
					const names = (this.#byTarget.get(target) ?? []).map(({ id }) => id);
					return wasDelivered !== undefined && (await Promise.all(names.map(wasDelivered))).includes(true);
				},
				finish: () => this.#ownership.check(),
				didRun: () => this.#reconcile(),
				pace: this.#pace,
				random,
				log,
			}),
		);
		this.#paths = this.#lifetime.add(
			new DeliveryPaths(listener, () => this.#wanted.account.instance.webhookKey),
		);
		this.#targets = new WebhookTargets(storage, wanted.account.session, log);
		this.#registrar = this.#createRegistrar();
		this.#ownership = this.#lifetime.add(
			new WebhookOwnership(this.#targets, this.#pace, random, log, (known) => this.#didChangeOwner(known)),
		);
		this.#ownership.takeOver(wanted.account.session.token);
		this.update(wanted);
	}

	/** Fires when a state has changed, except for the time of the last delivery. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Sets what is wanted now. */
	update(wanted: WantedWebhooks): void {
		const before = this.#wanted.account;
		const { account, resources, isActive } = wanted;
		this.#wanted = wanted;
		this.#byTarget = Map.groupBy(resources, ({ hookTarget }) => targetKey(hookTarget));
		this.#byId = new Map(resources.map((resource) => [resource.id, resource]));
		if (account.session.token !== before.session.token) {
			this.#registrar = this.#createRegistrar();
			// A request that is under way may be sent with the new token.
			const former = [...this.#webhooks.values()].map(({ target }) => target);
			this.#webhooks.clear();
			this.#ownership.takeOver(account.session.token, former);
		}
		this.#paths.set([...this.#byTarget].flatMap(([name, [resource]]) => this.#hooksOf(name, resource)));
		this.#jobs.setActive(isActive);
		this.#reconcile();
	}

	/** Undefined for a resource that is not wanted. */
	stateOf(resource: string): HookState | undefined {
		const found = this.#byId.get(resource);
		return found && this.#stateOf(found);
	}

	/** Asks the forge to send the last delivery of a resource again. */
	async redeliver(resource: string, signal: AbortSignal): Promise<void> {
		const { hookTarget } = this.#byId.get(resource) ?? {};
		const calls = hookTarget && this.#wanted.account.connection.webhooks(hookTarget.family);
		const webhooks = hookTarget && this.#webhooks.get(targetKey(hookTarget));
		if (calls && webhooks && webhooks.hooks.length > 0) {
			await redeliverLast(calls, hookTarget.params, webhooks.hooks, signal);
		}
	}

	/** The listener may have missed a delivery. No resource is live until its next delivery. */
	didDrop(): void {
		this.#missedUntil = timeOfDay() + this.#pace.settleMs;
		// Otherwise, many drops in succession change nothing.
		if (this.#isAnyLive) this.#fireIfChanged();
	}

	/** The webhooks of a resource have not delivered what has happened to it. It is live again after its next delivery. */
	didMiss(resource: string): void {
		const { hookTarget } = this.#byId.get(resource) ?? {};
		const webhooks = hookTarget && this.#webhooks.get(targetKey(hookTarget));
		if (!webhooks) return;
		this.#options.log.info(
			`Webhooks (${hookTarget.family}) have not delivered a change, so the forge is asked again`,
		);
		webhooks.didMiss();
		this.#fireIfChanged();
	}

	/** Soon tries again what the forge has refused, because the user has asked for it. */
	retryRefused(): void {
		this.#jobs.retryRefused(true);
	}

	/** Removes the webhooks from the forge. What is not removed before the signal aborts remains for the next start. */
	async stop(signal: AbortSignal): Promise<void> {
		try {
			await abortable(this.#removeAll(signal), signal);
		} catch (error) {
			if (!isAbort(error) && !signal.aborted) {
				this.#options.log.warn('Webhooks could not be removed', error);
			}
		} finally {
			this.dispose();
		}
	}

	/** Ends at once. The webhooks stay registered, for the next start or for the window that leads now. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	async #removeAll(signal: AbortSignal): Promise<void> {
		await this.#jobs.stop();
		// Another window may use them.
		if (!this.#ownership.isOwner || !(await this.#targets.isOwner())) return;
		await this.#registrar.removeAll(this.#webhooks.values(), signal);
		await this.#targets.release();
	}

	#createRegistrar(): WebhookRegistrar {
		const { secrets, log } = this.#options;
		const { connection, session } = this.#wanted.account;
		return new WebhookRegistrar({
			webhooks: connection.webhooks,
			token: session.token,
			key: this.#key,
			targets: this.#targets,
			secrets,
			log,
		});
	}

	#didChangeOwner(known: readonly HookTarget[]): void {
		this.#webhooks.clear();
		for (const target of known) {
			this.#webhooks.set(targetKey(target), this.#registrar.newWebhooks(target, this.#wanted.base));
		}
		this.#reconcile();
	}

	/** The hooks at both paths of a target: until its webhooks are replaced, the forge uses the other path. */
	#hooksOf(name: string, resource: WatchedResource | undefined): readonly Hook[] {
		const secrets = resource ? this.#registrar.secretsOf(resource.hookTarget) : [];
		// The second path is that of webhooks that answer pushes.
		return secrets.map((secret, nth) => ({
			secret,
			receive: (received) => this.#receive(name, secret, received),
			answer: nth === 1 ? (...delivered) => this.#answer(name, ...delivered) : undefined,
		}));
	}

	async #answer(name: string, received: Received, signal: AbortSignal): Promise<string> {
		const [resource] = this.#byTarget.get(name) ?? [];
		const { answer } = this.#options;
		if (!resource?.hookTarget.sync || !answer) return '';
		return answer(this.#wanted.account.session.id, resource.hookTarget, received, signal);
	}

	#receive(name: string, secret: string, received: Received): void {
		const webhooks = this.#webhooks.get(name);
		let isFirst = false;
		if (received.isVerified && webhooks?.secret === secret) {
			isFirst = !webhooks.haveDelivered || webhooks.mayHaveMissed(this.#missedUntil);
			webhooks.didDeliver();
		}
		for (const { id: resource } of this.#byTarget.get(name) ?? [])
			this.#options.deliveries.fire({ resource, received });
		if (isFirst) this.#fireIfChanged();
	}

	/** Updates the jobs after what is registered or what is wanted has changed. */
	#reconcile(): void {
		if (this.#lifetime.ended) return;
		if (this.#ownership.isOwner) {
			const { base } = this.#wanted;
			for (const [name, [resource]] of this.#byTarget) {
				const before = this.#webhooks.get(name);
				const wanted = resource && this.#registrar.newWebhooks(resource.hookTarget, base);
				if (wanted && (wanted.secret !== before?.secret || base !== before.base)) {
					this.#webhooks.set(name, wanted);
				}
			}
		}
		this.#jobs.update();
		this.#fireIfChanged();
	}

	#stateOf({ hookTarget }: WatchedResource): HookState {
		const { session, instance } = this.#wanted.account;
		const webhooks = this.#webhooks.get(targetKey(hookTarget));
		const missedUntil = this.#missedUntil;
		return statusOf(webhooks, {
			error: this.#jobs.errorOf(hookTarget),
			missedUntil,
			hasKey: instance.webhookKey !== undefined,
			elsewhere: deliveredByAccount(hookTarget, session.account, this.#webhooks, missedUntil),
		});
	}

	#fireIfChanged(): void {
		const all = this.#wanted.resources.map((resource) => this.#stateOf(resource));
		this.#isAnyLive = all.some(isLive);
		const states = JSON.stringify(
			all.map((state) => (state.kind === 'registered' ? { ...state, deliveredAt: undefined } : state)),
		);
		if (states === this.#reported) return;
		this.#reported = states;
		this.#changes.fire();
	}
}
