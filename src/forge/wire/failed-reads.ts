import { sleep, steadyTime } from '../../base/clock.ts';
import { digestOf } from '../../base/digest.ts';

/**
 * How often a read that a forge has failed to answer is sent again at once, and how long each further repetition waits: five in a minute. A
 * view that asked whenever it was drawn sent 46 requests a second, the same few again and again.
 */
const maxAtOnce = 5;
const intervalMs = 12_000;
const warningMs = 60_000;
const maxKnown = 10_000;

/** The reads that a forge has failed to answer. Slows down each repetition of such a read, whatever its cause. Other requests do not wait. */
export class FailedReads {
	/** By the digest of a read's key: when its repetitions so far would have ended if each took one interval. */
	readonly #failed = new Map<string, number>();
	#recovery = new AbortController();
	#warnedAt = Number.NEGATIVE_INFINITY;

	/**
	 * Call before a read. If it has been repeated too often, calls `didReachLimit`, at most once in a minute, and returns a promise to wait for,
	 * which rejects with the signal's reason.
	 */
	enter(key: string, signal: AbortSignal, didReachLimit: () => void): Promise<void> | undefined {
		if (this.#failed.size === 0) return undefined;
		const digest = digestOf(key);
		const until = this.#failed.get(digest);
		if (until === undefined) return undefined;
		const now = steadyTime();
		const busyMs = Math.max(0, until - now);
		const waitMs = busyMs - (maxAtOnce - 1) * intervalMs;
		if (waitMs <= 0) {
			this.#failed.set(digest, now + busyMs + intervalMs);
			return undefined;
		}
		if (now - this.#warnedAt >= warningMs) {
			this.#warnedAt = now;
			didReachLimit();
		}
		return this.#wait(waitMs, signal).then(() => this.enter(key, signal, didReachLimit));
	}

	/** Call after a read. If it has failed before and succeeds, the forge may have recovered: each that waits is sent once. */
	didAnswer(key: string, isSuccess: boolean): void {
		if (isSuccess && this.#failed.size === 0) return;
		const digest = digestOf(key);
		const until = this.#failed.get(digest);
		if (!isSuccess) {
			// The newest one comes last.
			this.#failed.delete(digest);
			this.#failed.set(digest, until ?? 0);
			const [oldest] = this.#failed.keys();
			if (oldest !== undefined && this.#failed.size > maxKnown) this.#failed.delete(oldest);
		} else if (until !== undefined) {
			this.#failed.delete(digest);
			const soon = steadyTime() + (maxAtOnce - 1) * intervalMs;
			for (const [other, end] of this.#failed) this.#failed.set(other, Math.min(end, soon));
			this.#recovery.abort();
			this.#recovery = new AbortController();
		}
	}

	async #wait(waitMs: number, signal: AbortSignal): Promise<void> {
		const recovery = this.#recovery.signal;
		try {
			await sleep(waitMs, AbortSignal.any([signal, recovery]));
		} catch (error) {
			if (signal.aborted || !recovery.aborted) throw error;
		}
	}
}
