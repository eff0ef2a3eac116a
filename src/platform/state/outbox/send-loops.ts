import { background } from '../../../base/background.ts';
import { timeOfDay } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import type { HeldLock } from '../../../base/files/held-lock.ts';
import type { Storage } from '../../../base/files/storage.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { type Queue, sendTimes } from './queue.ts';
import { Retries } from './retries.ts';
import { runSendLoop, type SendLoopOptions } from './send-loop.ts';

interface SendLoopsOptions<Key, Change> extends Omit<SendLoopOptions<Key, Change>, 'signal' | 'confirm'> {
	readonly storage: Storage;
	readonly queue: () => Queue<Key, Change>;
	/** Called when the timer fires or the forge can be reached again. Some entries may have waited so long that the user has to confirm them. */
	readonly didWake: () => void;
	readonly lifetime: Lifetime;
	readonly log: Log;
	/** The time until retry `n` of what could not be sent. */
	readonly retryMs: (n: number) => number;
}

/** Sends the entries of each account when they are due, for several accounts at the same time, and tries again what could not be sent. */
export class SendLoops<Key, Change> {
	readonly #options: SendLoopsOptions<Key, Change>;
	readonly #running = new Map<string, Promise<void>>();
	readonly #retries: Retries;
	#timer: Disposable | undefined;

	constructor(options: SendLoopsOptions<Key, Change>) {
		this.#options = options;
		this.#retries = new Retries(options.retryMs);
	}

	/** Whether something is being sent. */
	get isRunning(): boolean {
		return this.#running.size > 0;
	}

	/** Resolves when nothing more can be sent now. */
	async ended(): Promise<void> {
		await Promise.all(this.#running.values());
	}

	/** Sends what is due, and sets the timer for the rest. Call when the queue has changed. */
	sendDue(): void {
		const { lifetime, format, queue, origin } = this.#options;
		if (lifetime.ended) return;
		this.#timer?.dispose();
		const now = timeOfDay();
		let nextMs = Number.POSITIVE_INFINITY;
		for (const [account, due] of sendTimes(format, queue(), { origin, now })) {
			const waitMs = Math.max(due - now, this.#retries.waitMsOf(account));
			if (this.#running.has(account)) continue;
			if (waitMs <= 0) this.#begin(account);
			else nextMs = Math.min(nextMs, waitMs);
		}
		if (nextMs < Number.POSITIVE_INFINITY) this.#timer = lifetime.timeout(() => this.#wake(), nextMs);
	}

	/** The user has changed something, so the account is tried again after this time at the latest. */
	retryWithin(account: string, ms: number): void {
		this.#retries.retryWithin(account, ms);
	}

	/** The user wants to send something now. */
	tryAllNow(): void {
		this.#retries.tryAllNow();
	}

	/** The forge has answered to an account, so it can be reached. */
	didReach(account: string): void {
		if (this.#retries.didReach(account)) this.#wake();
	}

	/** Accounts have signed in or out. */
	didChangeAccounts(): void {
		this.#retries.didChangeAccounts();
		this.sendDue();
	}

	#wake(): void {
		this.#options.didWake();
		this.sendDue();
	}

	#begin(account: string): void {
		const running = this.#run(account).finally(() => {
			this.#running.delete(account);
			this.sendDue();
		});
		this.#running.set(account, running);
		background(running);
	}

	/** Never rejects. */
	async #run(account: string): Promise<void> {
		const { storage, log, lifetime } = this.#options;
		const { signal } = lifetime;
		const end = this.#retries.begin(account);
		const work = async ({ lost, confirm }: HeldLock) => {
			const ended = AbortSignal.any([signal, lost]);
			// Before the lock is released, which takes time: what the forge answers in the meantime must count.
			end(await runSendLoop({ ...this.#options, signal: ended, confirm }, account));
		};
		try {
			await storage.lock(['sending', account], work, signal);
		} catch (error) {
			if (signal.aborted) return;
			log.error('Waiting changes could not be sent', error);
			end('busy');
		}
	}
}
