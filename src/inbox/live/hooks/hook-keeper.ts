import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { Received } from '../../../forge/webhooks/delivery.ts';
import type { Family } from '../../../forge/webhooks/families.ts';
import type { WatchedResource } from '../../../platform/state/watch-source.ts';
import type { WebhookClient } from '../../../signin/connections/connection.ts';
import type { Session } from '../../../signin/sessions/session.ts';
import { compareHooks } from './compare-hooks.ts';
import { HookJobs, type JobPace, type NamedJob, registerName, serverOf } from './hook-jobs.ts';
import { HookProofs } from './hook-proofs.ts';
import { type AnswerTarget, type HookListener, HookReceivers } from './hook-receivers.ts';
import { type HookRecord, type Registrar, spellTarget, tokenId } from './hook-record.ts';
import { deliveredByAccount, type HookStatus, statusOf } from './hook-status.ts';
import type { HookStore } from './hook-store.ts';
import { HookTakeover, type TakeoverPace } from './hook-takeover.ts';
import { PacedJobs } from './paced-jobs.ts';
import { type RefusalPace, retryTimes } from './refused-hooks.ts';
import { RegisteredHooks } from './registered-hooks.ts';

const defaultPace: JobPace & {
	readonly most: number;
	readonly spacingMs: number;
	readonly unwantedMs: number;
	readonly settleMs: number;
} & TakeoverPace &
	RefusalPace = {
	/** At most this many targets are worked on at a time, and one begins each second: polling makes as many requests. */
	most: 2,
	spacingMs: 1000,
	checkMs: 60 * 60_000,
	rarelyMs: 6 * 60 * 60_000,
	lostMs: 10 * 60_000,
	/** Hooks of a target that is no longer wanted stay for this time. At the start, the targets become known one after another. */
	unwantedMs: 60_000,
	/** Other windows read the states within this time. */
	settleMs: 2000,
	holderMs: 30_000,
	/** A sign-out and the notice of a window that it no longer leads take less. */
	retakeMs: 60_000,
	refusedMs: 10 * 60_000,
	leastMs: 60_000,
};

/** VS Code waits five seconds at most for extensions when a window closes. */
const stopMs = 3000;

interface HookKeeperOptions {
	/** The calls on the webhooks of a family (`Connection.webhooks`). */
	readonly webhooks: (family: Family) => WebhookClient | undefined;
	readonly store: HookStore;
	/** Called for each delivery. */
	readonly deliver: (resource: string, received: Received) => void;
	/** Returns the text that the forge displays to the user who pushes. Only for targets with `sync`. */
	readonly answer?: AnswerTarget | undefined;
	readonly secrets: Secrets;
	readonly log: Log;
	readonly pace?: Partial<typeof defaultPace>;
	readonly random?: () => number;
}

export interface HookSituation {
	readonly wanted: readonly Pick<WatchedResource, 'spelled' | 'hookTarget'>[];
	/** The listener and its address as the forge reaches it. Undefined if it cannot: then hooks are removed. */
	readonly reachable: { readonly listener: HookListener; readonly address: string } | undefined;
	readonly session: Pick<Session, 'account' | 'token' | 'scopes'>;
	/** The instance's key for webhooks, if known. */
	readonly key: string | undefined;
	/** Whether requests may be made. Deliveries are received anyway. */
	readonly isActive: boolean;
}

/**
 * Keeps one set of hooks per wanted target of an account registered with its forge. Only the window that leads has one. `dispose` leaves
 * the hooks to the next leader, and `stop` removes them.
 */
export class HookKeeper implements Disposable {
	readonly #options: HookKeeperOptions;
	readonly #pace: typeof defaultPace;
	readonly #makeJobs: HookJobs;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #jobs: PacedJobs;
	readonly #receivers: HookReceivers;
	readonly #hooks: RegisteredHooks;
	readonly #proofs: HookProofs;
	readonly #takeover: HookTakeover;
	#situation: HookSituation | undefined;
	#registrar: Registrar | undefined;
	#live: ReadonlySet<string> = new Set();
	#shown = '';

	constructor(options: HookKeeperOptions) {
		this.#options = options;
		const { log, random = Math.random } = options;
		this.#pace = { ...defaultPace, ...options.pace };
		this.#proofs = new HookProofs(this.#pace.settleMs);
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for webhooks failed', failure)),
		);
		const { most, spacingMs } = this.#pace;
		const didRun = () => this.#reconcile();
		this.#jobs = this.#lifetime.add(new PacedJobs({ most, spacingMs, didRun, random, log }));
		const receive = (record: HookRecord, received: Received) => this.#receive(record, received);
		this.#receivers = this.#lifetime.add(new HookReceivers({ receive, answer: options.answer, log }));
		// The path must be known before the forge has created its hooks.
		this.#hooks = new RegisteredHooks({ ...options, didChange: () => this.#listen() });
		this.#makeJobs = new HookJobs({
			hooks: this.#hooks,
			proofs: this.#proofs,
			pace: this.#pace,
			random,
			scopes: () => this.#situation?.session.scopes ?? null,
		});
		this.#takeover = this.#lifetime.add(
			new HookTakeover({
				hooks: this.#hooks,
				pace: this.#pace,
				random,
				log,
				didChange: () => this.#reconcile(),
			}),
		);
	}

	/** Fires when `statuses` has changed, except for the time of the last delivery. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Whether the hooks that earlier windows have left are known. */
	get isOpen(): boolean {
		return this.#takeover.isOpen;
	}

	/** One for each wanted resource. */
	get statuses(): readonly HookStatus[] {
		const { wanted = [], session } = this.#situation ?? {};
		const { kept } = this.#comparison;
		const proofs = this.#proofs;
		return wanted.map(({ spelled, hookTarget }) => {
			const record = kept.get(spellTarget(hookTarget));
			const name = this.#registrar ? registerName(hookTarget, this.#registrar) : '';
			const error = this.#jobs.errorOf(name, serverOf(hookTarget));
			const elsewhere = session && deliveredByAccount(hookTarget, session.account, kept, proofs);
			return { resource: spelled, target: hookTarget, state: statusOf(record, proofs, error, elsewhere) };
		});
	}

	/** Whether the forge reliably delivers all that happens to a resource, so that reading it rarely is enough. */
	isLive(resource: string): boolean {
		return this.#live.has(resource);
	}

	/** Call when any part of the situation has changed. */
	update(situation: HookSituation): void {
		this.#situation = situation;
		const { reachable, session } = situation;
		this.#registrar = reachable && { address: reachable.address, token: tokenId(session.token) };
		this.#jobs.setActive(situation.isActive);
		this.#reconcile();
	}

	/** The listener has dropped a connection, perhaps with a delivery. Nothing is live until its next delivery. */
	didDrop(): void {
		this.#proofs.didDrop();
		// Otherwise, many drops in succession change nothing.
		if (this.#live.size > 0) this.#fireIfChanged();
	}

	/** Soon tries again what the forge has refused, because the user has asked for it. */
	retryRefused(): void {
		this.#hurryRefused(true);
	}

	/** Removes all hooks, for at most three seconds, and disposes. The next start removes the others. */
	async stop(limitMs = stopMs): Promise<void> {
		const limit = AbortSignal.timeout(limitMs);
		try {
			await this.#jobs.stop();
			if (this.isOpen) await this.#hooks.removeAll(limit);
		} catch (error) {
			this.#options.log.warn('Webhooks could not be removed', error);
		} finally {
			this.dispose();
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #comparison() {
		const { wanted = [] } = this.#situation ?? {};
		const targets = wanted.map(({ hookTarget }) => hookTarget);
		return compareHooks(targets, this.#hooks.records, this.#registrar);
	}

	/** Also for hooks that are about to be removed. */
	#listen(): void {
		if (this.#lifetime.ended) return;
		const { reachable, key } = this.#situation ?? {};
		this.#receivers.set(reachable?.listener, key, this.#hooks.records);
	}

	/** Makes the jobs that lead from what is registered to what is wanted. */
	#reconcile(): void {
		if (!this.isOpen || !this.#situation || this.#lifetime.ended) return;
		const { kept, missing, replaced, unwanted } = this.#comparison;
		this.#listen();
		const registrar = this.#registrar;
		const make = this.#makeJobs;
		const names = new Set<string>();
		const need = ([name, job, delayMs]: NamedJob) => {
			names.add(name);
			if (!this.#jobs.has(name)) this.#jobs.add(name, job, delayMs);
		};
		if (!this.#hooks.isSuperseded) {
			for (const target of missing) if (registrar) need(make.register(target, registrar));
			for (const record of kept.values()) need(make.next(record));
			for (const record of replaced) need(make.remove(record, registrar?.token, 0));
			for (const record of unwanted) need(make.remove(record, registrar?.token, this.#pace.unwantedMs));
		}
		this.#takeover.update();
		this.#jobs.keepOnly(names);
		this.#hurryRefused();
		this.#proofs.keepOnly(this.#hooks.records);
		this.#fireIfChanged();
	}

	#hurryRefused(isWanted = false): void {
		const { kept } = this.#comparison;
		for (const [name, at] of retryTimes([...kept.values()], this.#pace, isWanted)) {
			const record = kept.get(name);
			if (record) this.#jobs.hurry(registerName(record.target, record), at - Date.now());
		}
	}

	#receive(record: HookRecord, received: Received): void {
		if (received.isVerified) {
			const isFirst = this.#proofs.provenAt(record) === undefined || this.#proofs.mayHaveMissed(record);
			this.#proofs.haveDelivered(record);
			background(this.#noteDelivery(record, isFirst));
		}
		const name = spellTarget(record.target);
		for (const { spelled, hookTarget } of this.#situation?.wanted ?? []) {
			if (spellTarget(hookTarget) === name) this.#options.deliver(spelled, received);
		}
	}

	async #noteDelivery(record: HookRecord, isFirst: boolean): Promise<void> {
		try {
			const isNew = await this.#hooks.setDelivered(record);
			if (isNew || isFirst) this.#fireIfChanged();
		} catch (error) {
			this.#options.log.warn('A delivery of a webhook was not noted', error);
		}
	}

	#fireIfChanged(): void {
		const { statuses } = this;
		this.#live = new Set(statuses.filter(isLive).map(({ resource }) => resource));
		const shown = JSON.stringify(statuses.map(withoutTime));
		if (shown === this.#shown) return;
		this.#shown = shown;
		this.#changes.fire();
	}
}

const isLive = ({ state }: HookStatus) => state.kind === 'registered' && state.isLive;

const withoutTime = ({ resource, state }: HookStatus) => [
	resource,
	state.kind === 'registered' ? { ...state, lastDelivery: undefined } : state,
];
