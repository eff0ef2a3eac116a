import { sleep } from '../../base/backoff.ts';
import { digestOf } from '../../base/digest.ts';

/**
 * How often, in a minute, reads are sent to a forge again that it has failed to answer. A view that retries 30 items stays below. Without a
 * bound, a view that asked whenever it was drawn sent 46 requests a second.
 */
const maxRepeats = 120;
const periodMs = 60_000;
const maxKnown = 10_000;

/** The reads that a forge has failed to answer. Slows down their repetition, whatever the reason for it. Other requests do not wait. */
export class FailedReads {
	/** The digests of their keys. */
	readonly #failed = new Set<string>();
	#since = 0;
	#repeats = 0;

	get isEmpty(): boolean {
		return this.#failed.size === 0;
	}

	/** Call before a read. Waits if too many have been repeated, and calls `didReachLimit` once in that minute. Rejects with the signal's reason. */
	async enter(key: string, signal: AbortSignal, didReachLimit: () => void): Promise<void> {
		const digest = digestOf(key);
		while (this.#failed.has(digest)) {
			const now = Date.now();
			// The clock may have been set back.
			if (Math.abs(now - this.#since) >= periodMs) {
				this.#since = now;
				this.#repeats = 0;
			}
			this.#repeats += 1;
			if (this.#repeats <= maxRepeats) return;
			if (this.#repeats === maxRepeats + 1) didReachLimit();
			const waitMs = this.#since + periodMs - now;
			await sleep(waitMs, signal);
		}
	}

	/** Call after a read that the forge has answered. */
	didAnswer(key: string, isSuccess: boolean): void {
		if (isSuccess && this.#failed.size === 0) return;
		const digest = digestOf(key);
		this.#failed.delete(digest);
		if (isSuccess) return;
		this.#failed.add(digest);
		const [oldest] = this.#failed;
		if (oldest !== undefined && this.#failed.size > maxKnown) this.#failed.delete(oldest);
	}
}
