import * as v from 'valibot';
import { background } from '../../base/background.ts';
import { timeLimit } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { memoryStorage } from '../../base/files/memory-storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import type { WatchedResource } from '../../platform/state/watch/watch-source.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { newKey } from '../../signin/sessions/encryption.ts';
import type { LiveSettings } from '../model/live-settings.ts';
import { type HookState, HookStateShape } from '../model/live-state.ts';
import { whyUnreachable } from '../model/reachability.ts';
import { removeWebhooks } from './hooks/remove-webhooks.ts';
import type { ResourceDelivery, WebhookOptions } from './hooks/webhook-options.ts';
import { Leader } from './leader.ts';
import { WebhookCleanup } from './webhook-cleanup.ts';
import { previousPortIn, WebhookServer } from './webhook-server.ts';
import { WindowReport } from './window-report.ts';

const stopMs = 3000;

/** Whatever the user's settings say, sample forges deliver to this machine. */
const sampleSettings = { port: 0, publicAddress: undefined, problems: [] };

interface LiveOptions extends Omit<WebhookOptions, 'deliveries'> {
	readonly forges: AccountSource;
	readonly settings: { readonly current: LiveSettings; readonly onDidChange: Event<unknown> };
	/** The key of this installation, from which the paths of webhooks are derived. */
	readonly key: () => Promise<string | undefined>;
	/** How long to wait before the webhooks of earlier windows are removed. */
	readonly cleanupDelayMs?: number;
}

/**
 * Receives the webhooks of all accounts while a forge can reach this machine. Only one window does so, the one that leads, because the windows
 * share the accounts and a fixed port. The webhooks of a sample forge are received by the window that has it.
 */
export class Live implements Disposable {
	readonly #options: LiveOptions;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Fires when the state of a resource may have changed. */
	readonly onDidChange = this.#changes.event;
	/** Fires for each delivery. */
	readonly onDidReceive: Event<ResourceDelivery>;
	/** For the accounts that all windows have. */
	readonly #shared: WebhookServer;
	/** For the accounts of the sample forge, which only this window has. */
	readonly #sample: WebhookServer;
	/** The states of the webhooks of `#shared` in the window that leads. The others show them, and do not poll what is live. */
	readonly #states: WindowReport<Readonly<Record<string, HookState>>>;
	readonly #cleanup: WebhookCleanup;
	/** Whether a window that does not lead has the focus. */
	readonly #focus: WindowReport<true>;
	#resources: readonly WatchedResource[] = [];
	#hasFocus = false;
	#leader: Leader | undefined;
	/** Resolves when this window no longer leads. */
	#ending: Promise<unknown> = Promise.resolve();

	constructor(options: LiveOptions) {
		this.#options = options;
		const { forges, settings, storage, log, cleanupDelayMs } = options;
		const deliveries = this.#lifetime.add(
			new Emitter<ResourceDelivery>((failure) =>
				log.error('A webhook was received but not handled', failure),
			),
		);
		this.onDidReceive = deliveries.event;
		const webhooks = { ...options, deliveries };
		const previousPort = previousPortIn(storage, log);
		const states = () => (this.isLeading ? this.#sharedStates() : undefined);
		this.#states = this.#lifetime.add(
			new WindowReport('webhooks', v.record(v.string(), HookStateShape), states, options),
		);
		const wasDelivered = async (resource: string) => {
			await this.#states.isOpen;
			const state = this.#states.other?.[resource];
			return state?.kind === 'registered' && (state.isLive || state.deliveredAt !== undefined);
		};
		this.#shared = this.#lifetime.add(new WebhookServer({ ...webhooks, previousPort, wasDelivered }));
		const sampleKey = newKey();
		this.#sample = this.#lifetime.add(
			new WebhookServer({ ...webhooks, storage: memoryStorage(), key: async () => sampleKey }),
		);
		this.#cleanup = this.#lifetime.add(
			new WebhookCleanup({
				remove: async (account, signal) => (await removeWebhooks(account, options, signal)) !== 'some',
				storage,
				log,
				...(cleanupDelayMs !== undefined && { delayMs: cleanupDelayMs }),
			}),
		);
		const hasFocus = () => (this.#hasFocus && this.#leader?.isLeading === false ? true : undefined);
		this.#focus = this.#lifetime.add(new WindowReport('focus', v.literal(true), hasFocus, options));
		this.#lifetime.add(this.#focus.onDidChange(() => this.#update()));
		const changed = () => this.#changes.fire();
		this.#lifetime.add(this.#sample.onDidChange(changed));
		this.#lifetime.add(this.#states.onDidChange(changed));
		this.#lifetime.add(
			this.#shared.onDidChange(() => {
				this.#states.publish();
				changed();
			}),
		);
		this.#lifetime.add(forges.onDidChange(() => this.#update()));
		this.#lifetime.add(
			settings.onDidChange(() => {
				this.#update();
				changed();
			}),
		);
	}

	/** Whether this window receives the webhooks of the accounts that all windows have. */
	get isLeading(): boolean {
		return this.#leader?.isLeading === true;
	}

	/** Sets the resources to register webhooks for. */
	setResources(resources: readonly WatchedResource[]): void {
		this.#resources = resources;
		this.#update();
	}

	/**
	 * Sets whether this window is visible and has the focus, which it does not have at first. Without the focus, it makes no requests, unless
	 * it leads and another window has the focus.
	 */
	setFocus(hasFocus: boolean): void {
		this.#hasFocus = hasFocus;
		this.#update();
	}

	stateOf(resource: WatchedResource): HookState {
		const why = this.#whyUnreachable(resource);
		if (why !== undefined) return { kind: 'none', why };
		if (this.#isTemporary(resource)) return this.#sample.stateOf(resource);
		if (this.isLeading) return this.#shared.stateOf(resource);
		return this.#states.other?.[resource.id] ?? { kind: 'pending' };
	}

	/** The webhooks of a live resource have missed something. If another window leads, that window does not learn of it. */
	didMiss(resource: WatchedResource): void {
		if (this.#isTemporary(resource)) this.#sample.didMiss(resource);
		else if (this.isLeading) this.#shared.didMiss(resource);
	}

	/** Soon tries again what the forges have refused, if this window leads. */
	retryRefused(): void {
		this.#shared.retryRefused();
		this.#sample.retryRefused();
	}

	/** Removes the webhooks from the forges, as far as that is possible before the signal aborts, and lets another window lead. */
	async stop(signal: AbortSignal): Promise<void> {
		this.#resources = [];
		this.#endLead(signal);
		const reported = Promise.allSettled([this.#ending, this.#focus.publishNow()]);
		await Promise.all([this.#sample.stop(signal), reported]);
		this.dispose();
	}

	/** Ends at once and leaves the webhooks to the next start. */
	dispose(): void {
		background(this.#leader?.dispose());
		this.#leader = undefined;
		this.#lifetime.dispose();
	}

	#update(): void {
		if (this.#lifetime.ended) return;
		const { forges } = this.#options;
		const ids = new Set(forges.accounts.map(({ session }) => session.id));
		const reachable = this.#resources.filter(
			(resource) => ids.has(resource.account) && this.#whyUnreachable(resource) === undefined,
		);
		const isSample = ({ session }: Account) => forges.isTemporary(session.id);
		this.#updateSample(
			forges.accounts.filter(isSample),
			reachable.filter((one) => this.#isTemporary(one)),
		);
		this.#updateShared(
			forges.accounts.filter((account) => !isSample(account)),
			reachable.filter((one) => !this.#isTemporary(one)),
		);
	}

	#updateSample(accounts: readonly Account[], resources: readonly WatchedResource[]): void {
		const wanted = { ...sampleSettings, accounts, resources, isActive: this.#hasFocus };
		this.#sample.update(resources.length > 0 ? wanted : undefined);
	}

	#updateShared(accounts: readonly Account[], resources: readonly WatchedResource[]): void {
		const hasNone = resources.length === 0;
		this.#cleanup.update(this.#hasFocus && hasNone && !this.#leader ? accounts : []);
		if (hasNone) {
			if (this.#leader) this.#endLead(timeLimit(stopMs));
			this.#focus.publish();
			return;
		}
		this.#leader ??= this.#startLeader();
		this.#focus.publish();
		if (!this.#leader.isLeading) return;
		const { port, publicAddress } = this.#options.settings.current;
		// A window that does not lead makes no requests, so the one that leads makes them for it.
		const isActive = this.#hasFocus || this.#focus.other === true;
		this.#shared.update({ port, publicAddress, accounts, resources, isActive });
	}

	#startLeader(): Leader {
		const { storage, log } = this.#options;
		const leader = new Leader(storage, log);
		leader.onDidChange((isLeading) => {
			if (leader !== this.#leader) return;
			if (isLeading) this.#update();
			else this.#shared.leave();
			this.#focus.publish();
			this.#states.publish();
			this.#changes.fire();
		});
		return leader;
	}

	#endLead(signal: AbortSignal): void {
		const leader = this.#leader;
		if (!leader) return;
		this.#leader = undefined;
		const end = async () => {
			try {
				if (!leader.isLeading) return;
				await this.#shared.stop(signal);
				await this.#states.publishNow();
			} finally {
				await leader.dispose();
			}
		};
		this.#ending = Promise.allSettled([this.#ending, end()]);
	}

	#isTemporary({ account }: WatchedResource): boolean {
		return this.#options.forges.isTemporary(account);
	}

	#whyUnreachable(resource: WatchedResource): string | undefined {
		const settings = this.#isTemporary(resource) ? sampleSettings : this.#options.settings.current;
		return whyUnreachable(resource.server, settings);
	}

	#sharedStates(): Readonly<Record<string, HookState>> {
		const shared = this.#resources.filter((resource) => !this.#isTemporary(resource));
		return Object.fromEntries(shared.map((one) => [one.id, this.stateOf(one)]));
	}
}
