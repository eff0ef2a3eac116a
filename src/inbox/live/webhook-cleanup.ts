import { isAbort } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import { timeLimit } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { whileNoOtherLeads } from './leader.ts';

interface WebhookCleanupOptions {
	/** Removes the webhooks of an account, as far as that is possible before the signal aborts. Returns whether none are known to be left. */
	readonly remove: (account: Account, signal: AbortSignal) => Promise<boolean>;
	/** All windows share it. */
	readonly storage: Storage;
	readonly log: Log;
	/** How long to wait before the removal: when a window opens, its resources become known one after another. */
	readonly delayMs?: number;
	/** How long the attempt for one account holds the lock at most, because another window cannot lead meanwhile. */
	readonly removalMs?: number;
	/** The wait after an attempt that has not removed all. Doubles each time. */
	readonly retryMs?: number;
}

const longestRetryMs = 30 * 60_000;

/**
 * Removes the webhooks that a killed window has left, for accounts whose resources can no longer have any, for example because the public
 * address was removed from the settings. Tries again until it has succeeded once for each account.
 */
export class WebhookCleanup implements Disposable {
	readonly #options: Required<WebhookCleanupOptions>;
	readonly #lifetime = new Lifetime();
	/** The sessions of the accounts that have no known webhooks left. */
	readonly #done = new Set<string>();
	#accounts: readonly Account[] = [];
	#waiting: Disposable | undefined;
	#failures = 0;
	/** Ends the wait for the lock. */
	#removal: AbortController | undefined;

	constructor(options: WebhookCleanupOptions) {
		this.#options = { delayMs: 60_000, removalMs: 3000, retryMs: 60_000, ...options };
	}

	/** Sets the accounts without resources that can have webhooks. None while this window registers webhooks or must not make requests. */
	update(accounts: readonly Account[]): void {
		this.#accounts = accounts.filter(({ session }) => !this.#done.has(session.id));
		if (this.#accounts.length === 0) {
			this.#waiting?.dispose();
			this.#waiting = undefined;
			this.#removal?.abort();
		} else if (!this.#removal) {
			this.#removeAfter(this.#options.delayMs);
		}
	}

	dispose(): void {
		this.#removal?.abort();
		this.#lifetime.dispose();
	}

	#removeAfter(ms: number): void {
		this.#waiting ??= this.#lifetime.timeout(() => background(this.#remove()), ms);
	}

	async #remove(): Promise<void> {
		this.#waiting = undefined;
		const removal = new AbortController();
		this.#removal = removal;
		const tried = new Set(this.#accounts.map(({ session }) => session.id));
		for (const account of this.#accounts) await this.#removeFor(account, removal.signal);
		this.#removal = undefined;
		this.#accounts = this.#accounts.filter(({ session }) => !this.#done.has(session.id));
		if (this.#accounts.length === 0) {
			this.#failures = 0;
			return;
		}
		// Only what was tried to the end counts as a failure.
		if (removal.signal.aborted || this.#accounts.some(({ session }) => !tried.has(session.id)))
			this.#removeAfter(this.#options.delayMs);
		else this.#removeAfter(Math.min(longestRetryMs, this.#options.retryMs * 2 ** this.#failures++));
	}

	/** A forge that is slow or fails does not keep the others waiting. */
	async #removeFor(account: Account, aborted: AbortSignal): Promise<void> {
		const { storage, log, remove, removalMs } = this.#options;
		const work = async () => {
			// The signal may have been aborted while the lock was taken.
			if (aborted.aborted) return;
			const limit = timeLimit(removalMs);
			try {
				const isDone = await remove(account, AbortSignal.any([aborted, limit]));
				if (isDone && !aborted.aborted) this.#done.add(account.session.id);
			} catch (error) {
				if (!limit.aborted) throw error;
			}
		};
		try {
			await whileNoOtherLeads(storage, work, aborted);
		} catch (error) {
			if (!isAbort(error)) log.warn('Webhooks of an earlier window could not be removed', error);
		}
	}
}
