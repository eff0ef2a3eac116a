import { abortable, isAbort } from '../../../base/abort.ts';
import { isRecent, timeOfDay } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Received } from '../../../forge/webhooks/delivery.ts';
import { type Area, families } from '../../../forge/webhooks/families.ts';
import type { HookTarget, WatchedResource } from '../../../platform/state/watch/watch-source.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import type { HookState } from '../../model/live-state.ts';
import type { Hook } from '../listener/delivery-requests.ts';
import type { WebhookListener } from '../listener/listener.ts';
import { HookRecord, type RecordedTarget } from './hook-record.ts';
import { defaultPace, ServiceHooks, type WebhookPace } from './service-hooks.ts';
import { isVisible, type TokenHooks, type WantedHooks } from './target-hooks.ts';
import { hookSecret, hookSecrets, hookUrl, targetKey, tokenId } from './webhook-address.ts';
import type { WebhookOptions } from './webhook-options.ts';

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
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Fires when a state has changed, except for the time of the last delivery. */
	readonly onDidChange = this.#changes.event;
	readonly #record: HookRecord;
	readonly #listener: WebhookListener;
	/** The paths at which the listener accepts deliveries. */
	#paths = this.#lifetime.child();
	#services: ReadonlyMap<Area, ServiceHooks>;
	#wanted: WantedWebhooks;
	/** The wanted resources, by target and by id. */
	#byTarget: ReadonlyMap<string, readonly WatchedResource[]> = new Map();
	#byId: ReadonlyMap<string, WatchedResource> = new Map();
	#isOwner = false;
	/** When another window has taken over. */
	#lostAt: number | undefined;
	/** Resolves when it is known whether this window registers the webhooks. */
	#owning: Promise<boolean> | undefined;
	/** Whether it was logged that this could not be found out. */
	#hasWarned = false;
	/** The states that listeners know. */
	#reported = '';

	constructor(wanted: WantedWebhooks, listener: WebhookListener, key: string, options: WebhookOptions) {
		this.#options = options;
		this.#key = key;
		this.#wanted = wanted;
		this.#listener = listener;
		const { log, storage } = options;
		this.#pace = { ...defaultPace, ...options.pace };
		this.#record = new HookRecord(storage, wanted.account.session, log);
		this.#services = this.#createServices();
		this.#lifetime.interval(() => this.#wake(), this.#pace.tickMs);
		this.update(wanted);
	}

	/** Sets what is wanted now. */
	update(wanted: WantedWebhooks): void {
		const { session } = this.#wanted.account;
		const { account, resources, base, isActive } = wanted;
		this.#wanted = wanted;
		this.#byTarget = Map.groupBy(resources, ({ hookTarget }) => targetKey(hookTarget));
		this.#byId = new Map(resources.map((resource) => [resource.id, resource]));
		if (account.session.token !== session.token) {
			for (const service of this.#services.values()) service.dispose();
			this.#services = this.#createServices();
			this.#isOwner = false;
			this.#lostAt = undefined;
		}
		this.#setPaths();
		const id = tokenId(account.session.token);
		for (const [area, service] of this.#services) {
			const ofService = new Map<string, WantedHooks>();
			for (const [name, [{ hookTarget } = {}]] of this.#byTarget) {
				if (!hookTarget || families[hookTarget.family].area !== area) continue;
				const secret = hookSecret(this.#key, id, hookTarget);
				ofService.set(name, { target: hookTarget, url: hookUrl(base, secret), secret });
			}
			service.want(ofService, base, isActive);
		}
		this.#fireIfChanged();
	}

	/** Undefined for a resource that is not wanted. */
	stateOf(resource: string): HookState | undefined {
		const found = this.#byId.get(resource);
		return found && this.#stateOf(found);
	}

	/** The listener may have missed a delivery. No resource is live until its service delivers again. */
	didDrop(): void {
		const changed = [...this.#services.values()].map((service) => service.didDrop());
		// Drops come in bursts, of which only the first changes a state.
		if (changed.includes(true)) this.#fireIfChanged();
	}

	/** The webhooks of a resource have not delivered what has happened to it. The resource is live again after its next delivery. */
	didMiss(resource: string): void {
		const { hookTarget } = this.#byId.get(resource) ?? {};
		if (!hookTarget || !this.#serviceOf(hookTarget)?.didMiss(targetKey(hookTarget))) return;
		this.#options.log.info(
			`Webhooks (${hookTarget.family}) have not delivered a change, so the forge is asked again`,
		);
		this.#fireIfChanged();
	}

	/** Soon tries again what the forge has refused, because the user has asked for it. */
	retryRefused(): void {
		for (const service of this.#services.values()) service.retry();
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
		for (const service of this.#services.values()) service.dispose();
		this.#lifetime.dispose();
	}

	async #removeAll(signal: AbortSignal): Promise<void> {
		// If another window has taken over, it uses the webhooks.
		const isOwner = this.#isOwner && (await this.#record.isOwner());
		const services = [...this.#services.values()];
		if (isOwner) await Promise.all(services.map((service) => service.removeAll(signal)));
	}

	#createServices(): ReadonlyMap<Area, ServiceHooks> {
		const { secrets, log, random = Math.random } = this.#options;
		const token: TokenHooks = {
			account: this.#wanted.account,
			key: this.#key,
			record: this.#record,
			secrets,
			log,
		};
		const create = () =>
			new ServiceHooks({
				token,
				pace: this.#pace,
				random,
				becomeOwner: () => (this.#owning ??= this.#becomeOwner().finally(() => (this.#owning = undefined))),
				wasDelivered: (name) => this.#wasDelivered(name),
				didChange: () => this.#fireIfChanged(),
			});
		return new Map(areas.map((area) => [area, create()]));
	}

	/**
	 * Takes over, unless another window has done so a short time ago, such as for a sign-out. As a sign-out may fail, this window takes over again
	 * later. Returns whether it registers the webhooks.
	 */
	async #becomeOwner(): Promise<boolean> {
		const { log } = this.#options;
		try {
			if (this.#isOwner && !(await this.#record.isOwner())) {
				log.info('Another window registers the webhooks now');
				this.#isOwner = false;
				this.#lostAt = timeOfDay();
				this.#setRecorded([], false);
			}
			if (!this.#isOwner && !isRecent(this.#lostAt, this.#pace.retakeMs)) await this.#takeOver();
			this.#hasWarned = false;
			return this.#isOwner;
		} catch (error) {
			if (!this.#hasWarned && !this.#lifetime.ended)
				log.warn('It could not be stored where there are webhooks', error);
			this.#hasWarned = true;
			return false;
		}
	}

	async #takeOver(): Promise<void> {
		const { session } = this.#wanted.account;
		const isLost = !(await this.#record.takeOver(session.token, this.#lifetime.signal));
		const recorded = await this.#record.targets();
		if (session.token !== this.#wanted.account.session.token || this.#lifetime.ended) return;
		this.#isOwner = true;
		this.#setRecorded(recorded, isLost);
	}

	#setRecorded(recorded: readonly RecordedTarget[], isLost: boolean): void {
		const visible = recorded.filter((one) => isVisible(one, this.#wanted.account));
		for (const [area, service] of this.#services)
			service.setRecorded(
				visible.filter(({ target }) => families[target.family].area === area),
				isLost,
			);
		this.#fireIfChanged();
	}

	#wake(): void {
		for (const service of this.#services.values()) service.wake();
	}

	#serviceOf({ family }: HookTarget): ServiceHooks | undefined {
		return this.#services.get(families[family].area);
	}

	async #wasDelivered(name: string): Promise<boolean> {
		const { wasDelivered } = this.#options;
		const ids = (this.#byTarget.get(name) ?? []).map(({ id }) => id);
		return wasDelivered !== undefined && (await Promise.all(ids.map(wasDelivered))).includes(true);
	}

	/** The listener replaces a path that stays, so that it refuses no delivery meanwhile. */
	#setPaths(): void {
		const before = this.#paths;
		this.#paths = this.#lifetime.child();
		const key = this.#wanted.account.instance.webhookKey;
		for (const [name, [resource]] of this.#byTarget)
			for (const hook of this.#hooksOf(name, resource)) this.#paths.add(this.#listener.add({ ...hook, key }));
		before.dispose();
	}

	/** The hooks at both paths of a target: until its webhooks are replaced, the forge uses the other path. */
	#hooksOf(name: string, resource: WatchedResource | undefined): readonly Hook[] {
		if (!resource) return [];
		const { hookTarget } = resource;
		const secrets = hookSecrets(this.#key, tokenId(this.#wanted.account.session.token), hookTarget);
		for (const secret of secrets) this.#options.secrets.add(secret);
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
		const resources = this.#byTarget.get(name) ?? [];
		const [{ hookTarget } = {}] = resources;
		const service = hookTarget && this.#serviceOf(hookTarget);
		const isFirst = received.isVerified && service?.didDeliver(name, secret);
		for (const { id: resource } of resources) this.#options.deliveries.fire({ resource, received });
		if (isFirst) this.#fireIfChanged();
	}

	#stateOf({ hookTarget }: WatchedResource): HookState {
		const hasKey = this.#wanted.account.instance.webhookKey !== undefined;
		const service = this.#serviceOf(hookTarget);
		return service?.stateOf(targetKey(hookTarget), hasKey) ?? { kind: 'pending' };
	}

	#fireIfChanged(): void {
		if (this.#lifetime.ended) return;
		const all = this.#wanted.resources.map((resource) => this.#stateOf(resource));
		const states = JSON.stringify(
			all.map((state) => (state.kind === 'registered' ? { ...state, deliveredAt: undefined } : state)),
		);
		if (states === this.#reported) return;
		this.#reported = states;
		this.#changes.fire();
	}
}

const areas: readonly Area[] = ['lists', 'repositories', 'trackers'];
