import { timeOfDay } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import type { Log } from '../../../base/log/log.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { families } from '../../../forge/webhooks/families.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import { renewalTime, type Session } from '../../../signin/sessions/session.ts';
import { withJitter } from '../polling/read-failures.ts';
import { type Job, PacedJobs } from './paced-jobs.ts';
import { retryTimes } from './refusal-retries.ts';
import type { TargetWebhooks } from './target-webhooks.ts';
import { targetKey } from './webhook-address.ts';
import type { WebhookPace } from './webhook-pace.ts';
import type { WebhookRegistrar } from './webhook-registrar.ts';

interface WebhookJobsOptions {
	/** The webhooks that may exist, by target. */
	readonly webhooks: Map<string, TargetWebhooks>;
	/** Returns the registrar of the current token. */
	readonly registrar: () => WebhookRegistrar;
	/** Returns the session with the current token. */
	readonly session: () => Session;
	readonly isWanted: (target: string) => boolean;
	/** Whether the window that led before has received a delivery of a target. */
	readonly wasDelivered: (target: string) => Promise<boolean>;
	/** Called at the end of each job that has not failed. */
	readonly finish: () => Promise<void>;
	/** Called after each job. */
	readonly didRun: () => void;
	readonly pace: WebhookPace;
	readonly random: () => number;
	readonly log: Log;
}

/** After this many server errors in succession, a target is reported as refused. */
const maxServerErrors = 3;

type JobKind = 'register' | 'remove' | 'check';
const ranks = { register: 0, remove: 1, check: 2 };

/** What is done with the webhooks of each target, and when. */
export class WebhookJobs implements Disposable {
	readonly #options: WebhookJobsOptions;
	readonly #jobs: PacedJobs;
	/** The last `renewalTime` after which a check has asked the forge. */
	#checkedRenewal: number | undefined;

	constructor(options: WebhookJobsOptions) {
		this.#options = options;
		const { pace, random, log, didRun } = options;
		this.#jobs = new PacedJobs(pace, didRun, random, log);
	}

	setActive(isActive: boolean): void {
		this.#jobs.setActive(isActive);
	}

	/** Adds the jobs that lead from what is registered to what is wanted, and drops the others. */
	update(): void {
		const names = new Set<string>();
		for (const webhooks of this.#options.webhooks.values()) {
			const { kind, delayMs } = this.#nextJob(webhooks);
			const name = nameOf(kind, webhooks);
			names.add(name);
			if (!this.#jobs.has(name)) this.#jobs.add(name, this.#create(kind, webhooks), delayMs);
		}
		this.#jobs.keepOnly(names);
		this.retryRefused(false);
	}

	/** Hurries the jobs for what the forge has refused, where that makes sense, or all if the user has asked for it. */
	retryRefused(isByUser: boolean): void {
		const { webhooks, pace } = this.#options;
		const wanted = [...webhooks.values()].filter((one) => this.#isWanted(one));
		for (const [one, at] of retryTimes(wanted, pace, isByUser)) {
			const name = nameOf('register', one);
			const { registration } = one;
			const isEnding =
				registration.kind === 'refused' && registration.at >= (this.#jobs.startedAt(name) ?? Infinity);
			// The job has its answer already, but has not ended, so that no other one waits yet.
			if (isEnding && isByUser) this.#jobs.add(name, this.#create('register', one), at - timeOfDay());
			else this.#jobs.hurry(name, at - timeOfDay());
		}
	}

	/** Why the last attempt to register the webhooks of a target has failed, or why its server could not be reached. */
	errorOf(target: HookTarget): unknown {
		const webhooks = this.#options.webhooks.get(targetKey(target));
		return this.#jobs.errorOf(webhooks ? nameOf('register', webhooks) : '', serverOf(target));
	}

	/** Aborts the running jobs and drops the others. Resolves when the running ones have ended. */
	stop(): Promise<void> {
		return this.#jobs.stop();
	}

	dispose(): void {
		this.#jobs.dispose();
	}

	#nextJob(webhooks: TargetWebhooks): { readonly kind: JobKind; readonly delayMs: number } {
		const { registration, provenAt, losses } = webhooks;
		const { unwantedMs, rarelyMs, checkMs, lostMs } = this.#options.pace;
		if (!this.#isWanted(webhooks)) return { kind: 'remove', delayMs: unwantedMs };
		const delayTo = (since: number, ms: number) =>
			since + withJitter(ms, this.#options.random()) - timeOfDay();
		if (registration.kind === 'refused')
			return { kind: 'register', delayMs: delayTo(registration.at, rarelyMs) };
		if (registration.kind === 'registered') {
			const delayMs = delayTo(Math.max(provenAt ?? 0, registration.since), checkMs);
			return { kind: 'check', delayMs: Math.min(delayMs, this.#renewalMs()) };
		}
		// The first loss may have any cause. If there are more, the forge does not keep webhooks, or does not list them.
		const lossMs = losses < 2 ? 0 : Math.min(rarelyMs, lostMs * 2 ** (losses - 2));
		return { kind: 'register', delayMs: lossMs };
	}

	#create(kind: JobKind, webhooks: TargetWebhooks): Job {
		const { target } = webhooks;
		const run = async (signal: AbortSignal, failures: number) => {
			if (kind === 'register') await this.#register(webhooks, signal, failures);
			if (kind === 'check') await this.#check(webhooks, signal);
			if (kind === 'remove') await this.#remove(webhooks, signal);
			await this.#options.finish();
		};
		return { subject: targetKey(target), server: serverOf(target), rank: ranks[kind], run };
	}

	async #register(webhooks: TargetWebhooks, signal: AbortSignal, failures: number): Promise<void> {
		const { session, wasDelivered } = this.#options;
		const registrar = this.#options.registrar();
		const asked = {
			scopes: session().scopes,
			refused: this.#refusedFor(webhooks.target.family),
			isCurrent: () => this.#isCurrent(webhooks),
		};
		try {
			const wereFound = await registrar.register(webhooks, asked, signal);
			if (wereFound && (await wasDelivered(targetKey(webhooks.target)))) webhooks.didDeliverBefore();
		} catch (error) {
			const isServerError = error instanceof ForgeError && error.kind === 'surprise';
			if (signal.aborted || !isServerError || failures + 1 < maxServerErrors) throw error;
			await registrar.giveUp(webhooks, error);
		}
	}

	/** The events that the forge has refused for some target of a family. */
	#refusedFor(family: HookTarget['family']): ReadonlySet<string> {
		for (const { target, registration } of this.#options.webhooks.values()) {
			if (target.family === family && registration.kind === 'registered')
				return new Set(registration.missing);
		}
		return new Set();
	}

	async #check(webhooks: TargetWebhooks, signal: AbortSignal): Promise<void> {
		const { registrar, session, pace } = this.#options;
		const { provenAt } = webhooks;
		// They have delivered meanwhile.
		const isProven = provenAt !== undefined && timeOfDay() - provenAt < pace.checkMs;
		const renewal = this.#renewalMs() > 0 ? undefined : renewalTime(session());
		if (isProven && renewal === undefined) return;
		await registrar().check(webhooks, signal);
		this.#checkedRenewal = renewal ?? this.#checkedRenewal;
	}

	async #remove(webhooks: TargetWebhooks, signal: AbortSignal): Promise<void> {
		await this.#options.registrar().remove(webhooks, signal);
		if (this.#isCurrent(webhooks)) this.#options.webhooks.delete(targetKey(webhooks.target));
	}

	/**
	 * How long until the token has to be renewed, which the check does like every request. Webhooks end with their token, and while they
	 * deliver nothing else may be requested before that. Infinite once a check after that time has renewed nothing.
	 */
	#renewalMs(): number {
		const time = renewalTime(this.#options.session());
		return time === undefined || time === this.#checkedRenewal
			? Number.POSITIVE_INFINITY
			: time - timeOfDay();
	}

	#isCurrent(webhooks: TargetWebhooks): boolean {
		return this.#options.webhooks.get(targetKey(webhooks.target)) === webhooks;
	}

	#isWanted({ target }: TargetWebhooks): boolean {
		return this.#options.isWanted(targetKey(target));
	}
}

/** Contains the path and the address, so that waiting after a failure ends when they change. */
const nameOf = (kind: JobKind, { base, secret }: TargetWebhooks) => `${kind} ${base} ${secret}`;

/** The areas of a forge are different servers. */
const serverOf = ({ family }: HookTarget): string => families[family].area;
