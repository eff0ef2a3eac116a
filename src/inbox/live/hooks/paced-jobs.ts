import { background } from '../../../base/background.ts';
import { timeOfDay } from '../../../base/clock.ts';
import { smallest } from '../../../base/collections.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { concernsServer, waitAfterFailure } from '../polling/read-failures.ts';

export interface Job {
	/** Jobs with the same subject run one after another. */
	readonly subject: string;
	/** The server that is asked. */
	readonly server: string;
	/** Of several jobs that are due, the one with the lowest rank runs first. */
	readonly rank: number;
	/** `failures` is the number of failures in succession before. */
	readonly run: (signal: AbortSignal, failures: number) => Promise<void>;
}

interface JobPace {
	/** How many jobs run at a time. */
	readonly maxJobs: number;
	/** The least time between the starts of two jobs. */
	readonly spacingMs: number;
}

interface WaitingJob {
	readonly job: Job;
	readonly dueAt: number;
}

interface Failure {
	/** How often in succession. */
	readonly count: number;
	readonly error: unknown;
}

/**
 * Runs jobs by name, a few at a time and spread in time, and only while it is active. Repeats failed jobs, later each time. If a server
 * cannot be reached, all its jobs wait.
 */
export class PacedJobs implements Disposable {
	readonly #pace: JobPace;
	readonly #didRun: () => void;
	readonly #random: () => number;
	readonly #log: Log;
	readonly #lifetime = new Lifetime();
	readonly #waiting = new Map<string, WaitingJob>();
	readonly #running = new Map<string, { readonly ended: Promise<void>; readonly startedAt: number }>();
	/** The subjects of the running jobs. */
	readonly #subjects = new Set<string>();
	/** The failures of the jobs that have failed last time, by name. */
	readonly #failures = new Map<string, Failure>();
	/** The failures of servers that could not be reached, and until when they are not asked. */
	readonly #pauses = new Map<string, Failure & { readonly until: number }>();
	#isActive = false;
	#lastStart = Number.NEGATIVE_INFINITY;
	/** The latest time that was read. */
	#latest = Number.NEGATIVE_INFINITY;
	#timer: Disposable | undefined;

	/** Calls `didRun` after each job. */
	constructor(pace: JobPace, didRun: () => void, random: () => number, log: Log) {
		this.#pace = pace;
		this.#didRun = didRun;
		this.#random = random;
		this.#log = log;
	}

	setActive(isActive: boolean): void {
		if (isActive === this.#isActive) return;
		this.#isActive = isActive;
		this.#schedule();
	}

	/** Whether a job with this name is waiting or running. */
	has(name: string): boolean {
		return this.#waiting.has(name) || this.#running.has(name);
	}

	/** When the running job with this name has started; undefined if none is running. */
	startedAt(name: string): number | undefined {
		return this.#running.get(name)?.startedAt;
	}

	/** Replaces a waiting job with the same name. If one with this name is running, the new one follows it. */
	add(name: string, job: Job, delayMs = 0): void {
		if (this.#lifetime.ended) return;
		this.#waiting.set(name, { job, dueAt: this.#now() + delayMs });
		this.#schedule();
	}

	/** Starts a waiting job after this time at the latest, unless it waits because it has failed. */
	hurry(name: string, delayMs: number): void {
		const waiting = this.#waiting.get(name);
		const dueAt = this.#now() + delayMs;
		if (!waiting || this.#failures.has(name) || waiting.dueAt <= dueAt) return;
		this.#waiting.set(name, { ...waiting, dueAt });
		this.#schedule();
	}

	/** Drops the other waiting jobs. Running ones go on. */
	keepOnly(names: ReadonlySet<string>): void {
		for (const jobs of [this.#waiting, this.#failures])
			for (const name of jobs.keys()) if (!names.has(name)) jobs.delete(name);
		this.#schedule();
	}

	/** Why a job has failed, or why its server could not be reached. Undefined if neither happened. */
	errorOf(name: string, server: string): unknown {
		return (this.#failures.get(name) ?? this.#pauses.get(server))?.error;
	}

	/** Aborts the running jobs and drops the others. Resolves when the running ones have ended. */
	async stop(): Promise<void> {
		this.dispose();
		await Promise.all([...this.#running.values()].map(({ ended }) => ended));
	}

	dispose(): void {
		this.#waiting.clear();
		this.#lifetime.dispose();
	}

	#schedule(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
		const { maxJobs, spacingMs } = this.#pace;
		const now = this.#now();
		if (!this.#isActive || this.#running.size >= maxJobs) return;
		const times = this.#startable().map(([, waiting]) => this.#startOf(waiting));
		if (times.length === 0) return;
		const at = Math.max(smallest(times), this.#lastStart + spacingMs);
		this.#timer = this.#lifetime.timeout(() => this.#start(), Math.max(0, at - now));
	}

	#start(): void {
		const now = this.#now();
		const [first] = this.#startable()
			.filter(([, waiting]) => this.#startOf(waiting) <= now)
			.sort(([, a], [, b]) => a.job.rank - b.job.rank || a.dueAt - b.dueAt);
		if (first) {
			const [name, { job }] = first;
			this.#waiting.delete(name);
			this.#lastStart = now;
			this.#subjects.add(job.subject);
			const run = this.#run(name, job);
			this.#running.set(name, { ended: run, startedAt: now });
			background(run);
		}
		this.#schedule();
	}

	async #run(name: string, job: Job): Promise<void> {
		const { signal } = this.#lifetime;
		try {
			await job.run(signal, this.#failures.get(name)?.count ?? 0);
			this.#failures.delete(name);
			this.#pauses.delete(job.server);
		} catch (error) {
			if (!signal.aborted) this.#didFail(name, job, error);
		}
		this.#running.delete(name);
		this.#subjects.delete(job.subject);
		if (signal.aborted) return;
		this.#didRun();
		this.#schedule();
	}

	#didFail(name: string, job: Job, error: unknown): void {
		const count = (this.#failures.get(name)?.count ?? 0) + 1;
		this.#failures.set(name, { count, error });
		if (concernsServer(error)) {
			const failures = (this.#pauses.get(job.server)?.count ?? 0) + 1;
			if (failures === 1) this.#log.warn('Webhooks wait, because the forge cannot be reached', error);
			const until = this.#now() + waitAfterFailure(error, failures, this.#random());
			this.#pauses.set(job.server, { count: failures, error, until });
			this.add(name, job);
		} else {
			if (count === 1) this.#log.warn('Webhooks could not be registered, checked or removed', error);
			this.add(name, job, waitAfterFailure(error, count, this.#random()));
		}
	}

	/** The time. If the clock was set back, moves all times, because waiting would otherwise take that much longer. */
	#now(): number {
		const now = timeOfDay();
		const backMs = this.#latest - now;
		this.#latest = now;
		if (backMs > 0) {
			this.#lastStart -= backMs;
			for (const [name, { job, dueAt }] of this.#waiting)
				this.#waiting.set(name, { job, dueAt: dueAt - backMs });
			for (const [server, pause] of this.#pauses)
				this.#pauses.set(server, { ...pause, until: pause.until - backMs });
		}
		return now;
	}

	#startable(): readonly (readonly [string, WaitingJob])[] {
		return [...this.#waiting].filter(([, { job }]) => !this.#subjects.has(job.subject));
	}

	#startOf({ job, dueAt }: WaitingJob): number {
		return Math.max(dueAt, this.#pauses.get(job.server)?.until ?? dueAt);
	}
}
