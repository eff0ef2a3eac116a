import { abortable, isAbort } from '../../../base/abort.ts';
import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Secrets } from '../../../base/secrets.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Received } from '../../../forge/webhooks/delivery.ts';
import { families } from '../../../forge/webhooks/families.ts';
import type { Storage } from '../../../platform/state/store/storage.ts';
import type { HookTarget, WatchedResource } from '../../../platform/state/watch-source.ts';
import type { Account } from '../../../signin/connections/connection.ts';
import { type HookState, isLive } from '../../model/live-state.ts';
import type { WebhookListener } from '../listener/listener.ts';
import { waitAfterFailure, withJitter } from '../polling/read-failures.ts';
import { type Job, PacedJobs } from './paced-jobs.ts';
import { redeliverLast } from './redeliver.ts';
import { type RefusalPace, retryTimes } from './refusal-retries.ts';
import type { TargetWebhooks } from './target-webhooks.ts';
import { targetKey } from './webhook-address.ts';
import { WebhookRegistrar } from './webhook-registrar.ts';
import { deliveredByAccount, mayHaveMissed, statusOf } from './webhook-status.ts';
import { WebhookTargets } from './webhook-targets.ts';

const defaultPace = {
	/** At most this many targets are worked on at a time, and one begins each second: polling makes as many requests. */
	most: 2,
	spacingMs: 1000,
	/** The forge is asked whether it still has webhooks that have delivered nothing for this time. */
	checkMs: 60 * 60_000,
	/** What the forge has refused is tried again at the latest after this time. */
	rarelyMs: 6 * 60 * 60_000,
	/** The wait after the second time that the forge has lost webhooks. Doubles each time. */
	lostMs: 10 * 60_000,
	/** Webhooks of a target that is no longer wanted stay for this time. At the start, the targets become known one after another. */
	unwantedMs: 60_000,
	/** Other windows read the states within this time. */
	settleMs: 2000,
	/** How often the window looks whether another one has taken over, which may have removed the webhooks. */
	ownerMs: 30_000,
	/**
	 * A window that another one has taken over from takes over again after this time if it still leads. Doubles each time. A sign-out and the
	 * notice of a window that it no longer leads take less.
	 */
	retakeMs: 60_000,
	refusedMs: 10 * 60_000,
	leastMs: 60_000,
} satisfies RefusalPace & Record<string, number>;

export type WebhookPace = typeof defaultPace;

/** After this many server errors in succession, a target is reported as refused. */
const maxServerErrors = 3;

const ranks = { register: 0, remove: 1, check: 2 };

/** What the webhooks of all accounts have in common. */
export interface WebhookOptions {
	/** For all windows. Has the targets at which there may be webhooks. */
	readonly storage: Storage;
	/** Called for each delivery. */
	readonly deliver: (resource: string, received: Received) => void;
	/** Returns the text that the forge displays to the user who pushes. Only for targets with `sync`. */
	readonly answer?: AnswerDelivery | undefined;
	/** Whether the window that led before has received a delivery of a resource. */
	readonly wasDelivered?: (resource: string) => Promise<boolean>;
	readonly secrets: Secrets;
	readonly log: Log;
	readonly pace?: Partial<WebhookPace> | undefined;
	readonly random?: () => number;
}

/** The text of an answer to the webhooks of an account. */
export type AnswerDelivery = (
	account: string,
	target: HookTarget,
	received: Received,
	signal: AbortSignal,
) => Promise<string>;

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
	readonly #listener: WebhookListener;
	readonly #pace: WebhookPace;
	readonly #random: () => number;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #jobs: PacedJobs;
	readonly #targets: WebhookTargets;
	#wanted: WantedWebhooks;
	#registrar: WebhookRegistrar;
	/** The wanted resources, by target. */
	#resources: ReadonlyMap<string, readonly WatchedResource[]> = new Map();
	/** Those that may exist, by target. Empty while this window does not own them. */
	readonly #webhooks = new Map<string, TargetWebhooks>();
	#isOwner = false;
	#retakes = 0;
	#hasWarned = false;
	/** By the secret of the path. */
	readonly #paths = new Map<string, Disposable>();
	/** Deliveries until then may be lost. */
	#missedUntil = Number.NEGATIVE_INFINITY;
	#shown = '';
	#isAnyLive = false;

	constructor(wanted: WantedWebhooks, listener: WebhookListener, key: string, options: WebhookOptions) {
		this.#options = options;
		this.#key = key;
		this.#listener = listener;
		this.#wanted = wanted;
		const { log, storage, random = Math.random } = options;
		this.#pace = { ...defaultPace, ...options.pace };
		this.#random = random;
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for webhooks failed', failure)),
		);
		const { most, spacingMs, ownerMs } = this.#pace;
		const didRun = () => this.#reconcile();
		this.#jobs = this.#lifetime.add(new PacedJobs({ most, spacingMs, didRun, random, log }));
		this.#targets = new WebhookTargets(storage, wanted.account.session);
		this.#registrar = this.#createRegistrar();
		this.#lifetime.interval(() => background(this.#checkOwner()), ownerMs);
		background(this.#takeOver(1));
		this.update(wanted);
	}

	/** Fires when a state has changed, except for the time of the last delivery. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Call when any part of this has changed. */
	update(wanted: WantedWebhooks): void {
		const before = this.#wanted.account;
		const { account, resources, isActive } = wanted;
		this.#wanted = wanted;
		this.#resources = Map.groupBy(resources, ({ hookTarget }) => targetKey(hookTarget));
		if (account.instance.webhookKey !== before.instance.webhookKey) this.#closePaths();
		if (account.session.token !== before.session.token) {
			this.#registrar = this.#createRegistrar();
			this.#isOwner = false;
			this.#webhooks.clear();
			background(this.#takeOver(1));
		}
		this.#openPaths();
		this.#jobs.setActive(isActive);
		this.#reconcile();
	}

	/** Undefined for a resource that is not wanted. */
	stateOf(resource: string): HookState | undefined {
		const found = this.#wanted.resources.find(({ spelled }) => spelled === resource);
		return found && this.#stateOf(found);
	}

	/** Asks the forge to send the last delivery of a resource again. */
	async redeliver(resource: string, signal: AbortSignal): Promise<void> {
		const { account, resources } = this.#wanted;
		const { hookTarget } = resources.find(({ spelled }) => spelled === resource) ?? {};
		const calls = hookTarget && account.connection.webhooks(hookTarget.family);
		const webhooks = hookTarget && this.#webhooks.get(targetKey(hookTarget));
		if (calls && webhooks && webhooks.hooks.length > 0) {
			await redeliverLast(calls, hookTarget.params, webhooks.hooks, signal);
		}
	}

	/** The listener has dropped a connection, perhaps with a delivery. No resource is live until its next delivery. */
	didDrop(): void {
		this.#missedUntil = Date.now() + this.#pace.settleMs;
		// Otherwise, many drops in succession change nothing.
		if (this.#isAnyLive) this.#fireIfChanged();
	}

	/** Soon tries again what the forge has refused, because the user has asked for it. */
	retryRefused(): void {
		this.#hurryRefused(true);
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
		this.#closePaths();
		this.#lifetime.dispose();
	}

	async #removeAll(signal: AbortSignal): Promise<void> {
		await this.#jobs.stop();
		// Another window may use them.
		if (!this.#isOwner || !(await this.#targets.isOwner())) return;
		await this.#registrar.removeAll(this.#webhooks.values(), signal);
		await this.#targets.release();
	}

	#createRegistrar(): WebhookRegistrar {
		const { secrets, log } = this.#options;
		const { connection, session } = this.#wanted.account;
		const { token } = session;
		const targets = this.#targets;
		return new WebhookRegistrar({
			webhooks: connection.webhooks,
			token,
			key: this.#key,
			targets,
			secrets,
			log,
		});
	}

	async #takeOver(attempt: number): Promise<void> {
		const registrar = this.#registrar;
		const { token } = this.#wanted.account.session;
		try {
			const known = await this.#targets.takeOver(token, this.#lifetime.signal);
			if (registrar !== this.#registrar || this.#isOwner || this.#lifetime.ended) return;
			this.#isOwner = true;
			for (const target of known) {
				this.#webhooks.set(targetKey(target), registrar.of(target, this.#wanted.base));
			}
			this.#reconcile();
		} catch (error) {
			if (this.#lifetime.ended) return;
			this.#options.log.warn('It could not be stored where there are webhooks', error);
			const waitMs = waitAfterFailure(error, attempt, this.#random());
			this.#lifetime.timeout(() => background(this.#takeOver(attempt + 1)), waitMs);
		}
	}

	/** Notices that another window has taken over, such as for a sign-out. That may fail, so this one takes over again if it still leads. */
	async #checkOwner(): Promise<void> {
		const { log } = this.#options;
		try {
			if (!this.#isOwner || (await this.#targets.isOwner())) {
				this.#hasWarned = false;
				return;
			}
		} catch (error) {
			if (!this.#hasWarned) log.warn('It could not be read whether another window registers webhooks', error);
			this.#hasWarned = true;
			return;
		}
		if (!this.#isOwner || this.#lifetime.ended) return;
		log.info('Another window registers the webhooks now');
		this.#isOwner = false;
		this.#webhooks.clear();
		const { rarelyMs, retakeMs } = this.#pace;
		const waitMs = Math.min(rarelyMs, retakeMs * 2 ** this.#retakes++);
		this.#lifetime.timeout(() => background(this.#takeOver(1)), waitMs);
		this.#reconcile();
	}

	/** Has the listener accept deliveries at both paths of each wanted target: until webhooks are replaced, the forge uses the other one. */
	#openPaths(): void {
		if (this.#lifetime.ended) return;
		const { webhookKey } = this.#wanted.account.instance;
		const wanted = new Set<string>();
		for (const [name, [resource]] of this.#resources) {
			if (!resource) continue;
			const [plain = '', answering = ''] = this.#registrar.secretsOf(resource.hookTarget);
			for (const secret of [plain, answering]) {
				wanted.add(secret);
				if (this.#paths.has(secret)) continue;
				const path = this.#listener.add({
					secret,
					key: webhookKey,
					receive: (received) => this.#receive(name, secret, received),
					answer: secret === answering ? (...delivered) => this.#answer(name, ...delivered) : undefined,
				});
				this.#paths.set(secret, path);
			}
		}
		for (const [secret, path] of this.#paths) {
			if (wanted.has(secret)) continue;
			path.dispose();
			this.#paths.delete(secret);
		}
	}

	#closePaths(): void {
		for (const path of this.#paths.values()) path.dispose();
		this.#paths.clear();
	}

	async #answer(name: string, received: Received, signal: AbortSignal): Promise<string> {
		const [resource] = this.#resources.get(name) ?? [];
		const { answer } = this.#options;
		if (!resource?.hookTarget.sync || !answer) return '';
		return answer(this.#wanted.account.session.id, resource.hookTarget, received, signal);
	}

	#receive(name: string, secret: string, received: Received): void {
		const webhooks = this.#webhooks.get(name);
		let isFirst = false;
		if (received.isVerified && webhooks?.secret === secret) {
			isFirst = !webhooks.haveDelivered || mayHaveMissed(webhooks, this.#missedUntil);
			webhooks.didDeliver();
		}
		for (const { spelled } of this.#resources.get(name) ?? []) this.#options.deliver(spelled, received);
		if (isFirst) this.#fireIfChanged();
	}

	/** Makes the jobs that lead from what is registered to what is wanted. */
	#reconcile(): void {
		if (this.#lifetime.ended) return;
		if (this.#isOwner) {
			const { base } = this.#wanted;
			for (const [name, [resource]] of this.#resources) {
				const before = this.#webhooks.get(name);
				const wanted = resource && this.#registrar.of(resource.hookTarget, base);
				if (wanted && (wanted.secret !== before?.secret || base !== before.base)) {
					this.#webhooks.set(name, wanted);
				}
			}
		}
		const names = new Set<string>();
		for (const webhooks of this.#webhooks.values()) {
			const { kind, delayMs } = this.#nextJob(webhooks);
			const name = jobName(kind, webhooks);
			names.add(name);
			if (!this.#jobs.has(name)) this.#jobs.add(name, this.#createJob(kind, webhooks), delayMs);
		}
		this.#jobs.keepOnly(names);
		this.#hurryRefused();
		this.#fireIfChanged();
	}

	#nextJob(webhooks: TargetWebhooks): { readonly kind: JobKind; readonly delayMs: number } {
		const { registration, target, provenAt, losses } = webhooks;
		const { unwantedMs, rarelyMs, checkMs, lostMs } = this.#pace;
		if (!this.#resources.has(targetKey(target))) return { kind: 'remove', delayMs: unwantedMs };
		const later = (since: number, ms: number) => since + withJitter(ms, this.#random()) - Date.now();
		if (registration.kind === 'refused')
			return { kind: 'register', delayMs: later(registration.at, rarelyMs) };
		if (registration.kind === 'registered')
			return { kind: 'check', delayMs: later(provenAt ?? registration.since, checkMs) };
		// The first loss may have any cause. If there are more, the forge does not keep webhooks, or does not list them.
		const lossMs = losses < 2 ? 0 : Math.min(rarelyMs, lostMs * 2 ** (losses - 2));
		return { kind: 'register', delayMs: lossMs };
	}

	#createJob(kind: JobKind, webhooks: TargetWebhooks): Job {
		const { target } = webhooks;
		const run = async (signal: AbortSignal, failures: number) => {
			if (kind === 'register') await this.#register(webhooks, signal, failures);
			if (kind === 'check') await this.#check(webhooks, signal);
			if (kind === 'remove') await this.#remove(webhooks, signal);
			await this.#checkOwner();
		};
		return { subject: targetKey(target), server: serverOf(target), rank: ranks[kind], run };
	}

	async #register(webhooks: TargetWebhooks, signal: AbortSignal, failures: number): Promise<void> {
		const name = targetKey(webhooks.target);
		const { scopes } = this.#wanted.account.session;
		const isCurrent = () => this.#webhooks.get(name) === webhooks;
		const refused = this.#refusedFor(webhooks.target.family);
		const registrar = this.#registrar;
		try {
			const wereFound = await registrar.register(webhooks, { scopes, refused, isCurrent }, signal);
			if (wereFound && (await this.#wasDelivered(name))) webhooks.didDeliverBefore();
		} catch (error) {
			const isServerError = error instanceof ForgeError && error.kind === 'surprise';
			if (signal.aborted || !isServerError || failures + 1 < maxServerErrors) throw error;
			await registrar.giveUp(webhooks, error);
		}
	}

	/** The events that the forge has refused for some target of a family. */
	#refusedFor(family: HookTarget['family']): ReadonlySet<string> {
		for (const { target, registration } of this.#webhooks.values()) {
			if (target.family === family && registration.kind === 'registered')
				return new Set(registration.missing);
		}
		return new Set();
	}

	async #wasDelivered(name: string): Promise<boolean> {
		for (const { spelled } of this.#resources.get(name) ?? []) {
			if (await this.#options.wasDelivered?.(spelled)) return true;
		}
		return false;
	}

	async #check(webhooks: TargetWebhooks, signal: AbortSignal): Promise<void> {
		const { provenAt } = webhooks;
		// They have delivered meanwhile.
		if (provenAt !== undefined && Date.now() - provenAt < this.#pace.checkMs) return;
		await this.#registrar.check(webhooks, signal);
	}

	async #remove(webhooks: TargetWebhooks, signal: AbortSignal): Promise<void> {
		const name = targetKey(webhooks.target);
		await this.#registrar.remove(webhooks, signal);
		if (this.#webhooks.get(name) === webhooks) this.#webhooks.delete(name);
	}

	#hurryRefused(isWanted = false): void {
		const wanted = [...this.#webhooks.values()].filter(({ target }) =>
			this.#resources.has(targetKey(target)),
		);
		for (const [webhooks, at] of retryTimes(wanted, this.#pace, isWanted)) {
			this.#jobs.hurry(jobName('register', webhooks), at - Date.now());
		}
	}

	#stateOf({ hookTarget }: WatchedResource): HookState {
		const { session, instance } = this.#wanted.account;
		const webhooks = this.#webhooks.get(targetKey(hookTarget));
		const name = webhooks ? jobName('register', webhooks) : '';
		const missedUntil = this.#missedUntil;
		return statusOf(webhooks, {
			error: this.#jobs.errorOf(name, serverOf(hookTarget)),
			missedUntil,
			hasKey: instance.webhookKey !== undefined,
			elsewhere: deliveredByAccount(hookTarget, session.account, this.#webhooks, missedUntil),
		});
	}

	#fireIfChanged(): void {
		const states = this.#wanted.resources.map((resource) => this.#stateOf(resource));
		this.#isAnyLive = states.some(isLive);
		const shown = JSON.stringify(
			states.map((state) => (state.kind === 'registered' ? { ...state, deliveredAt: undefined } : state)),
		);
		if (shown === this.#shown) return;
		this.#shown = shown;
		this.#changes.fire();
	}
}

type JobKind = keyof typeof ranks;

/** Contains the path and the address, so that waiting after a failure ends when they change. */
const jobName = (kind: JobKind, { base, secret }: TargetWebhooks) => `${kind} ${base} ${secret}`;

/** The areas of a forge are different servers. */
const serverOf = ({ family }: HookTarget): string => families[family].area;
