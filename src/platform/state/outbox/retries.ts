import { steadyTime } from '../../../base/clock.ts';
import type { Obstacle } from './send-loop.ts';

interface Retry {
	readonly obstacle: Obstacle;
	readonly count: number;
	/** The steady time. Infinite if only a sign-in helps. */
	readonly at: number;
}

/** When to try again for accounts whose changes could not be sent. */
export class Retries {
	readonly #retryMs: (n: number) => number;
	readonly #byAccount = new Map<string, Retry>();
	/** For each account whose send loop runs: by when to try again, because the user has changed something in the meantime. */
	readonly #asked = new Map<string, number>();
	/** Counts sign-ins and sign-outs, so that one during a send loop is noticed after it. */
	#accountChanges = 0;

	/** `retryMs` is the time until retry `n`. */
	constructor(retryMs: (n: number) => number) {
		this.#retryMs = retryMs;
	}

	/** How long the account still has to wait. Infinite if only a sign-in helps. */
	waitMsOf(account: string): number {
		return Math.max(0, (this.#byAccount.get(account)?.at ?? 0) - steadyTime());
	}

	/** Call before the send loop of an account, and call the returned function after it, with the obstacle that ended it. */
	begin(account: string): (obstacle: Obstacle | undefined) => void {
		const changes = this.#accountChanges;
		const count = this.#byAccount.get(account)?.count ?? 0;
		this.#asked.set(account, Number.POSITIVE_INFINITY);
		return (obstacle) => {
			const asked = this.#asked.get(account) ?? Number.POSITIVE_INFINITY;
			this.#asked.delete(account);
			if (!obstacle) {
				this.#byAccount.delete(account);
				return;
			}
			const now = steadyTime();
			const signedOutAt = changes === this.#accountChanges ? Number.POSITIVE_INFINITY : now;
			const at = obstacle === 'signed-out' ? signedOutAt : Math.min(now + this.#retryMs(count), asked);
			this.#byAccount.set(account, { obstacle, count: count + 1, at });
		};
	}

	/** The user has changed something, so the account is tried again after this time at the latest. */
	retryWithin(account: string, ms: number): void {
		const at = steadyTime() + ms;
		const asked = this.#asked.get(account);
		if (asked !== undefined) this.#asked.set(account, Math.min(asked, at));
		const retry = this.#byAccount.get(account);
		if (retry && retry.obstacle !== 'signed-out')
			this.#byAccount.set(account, { ...retry, at: Math.min(retry.at, at) });
	}

	tryAllNow(): void {
		for (const account of this.#asked.keys()) this.#asked.set(account, steadyTime());
		this.#byAccount.clear();
	}

	/** The forge has answered to the account. Returns whether entries waited for that. */
	didReach(account: string): boolean {
		return this.#byAccount.get(account)?.obstacle === 'offline' && this.#byAccount.delete(account);
	}

	didChangeAccounts(): void {
		this.#accountChanges += 1;
		for (const [account, { obstacle }] of this.#byAccount)
			if (obstacle === 'signed-out') this.#byAccount.delete(account);
	}
}
