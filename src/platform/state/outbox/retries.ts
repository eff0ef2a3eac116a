import type { Obstacle } from './send-loop.ts';

interface Retry {
	readonly obstacle: Obstacle;
	readonly count: number;
	/** Undefined if only a sign-in helps. */
	readonly at: number | undefined;
	/** When that was decided. */
	readonly since: number;
}

/** When to try again for accounts whose changes could not be sent. */
export class Retries {
	readonly #now: () => number;
	readonly #retryMs: (n: number) => number;
	readonly #byAccount = new Map<string, Retry>();
	/** For each account of a running delivery: by when to try again, because the user has changed something in the meantime. */
	readonly #asked = new Map<string, number>();
	/** Counts sign-ins and sign-outs, so that one during a delivery is noticed after it. */
	#accountChanges = 0;

	/** `retryMs` is the time until retry `n`. */
	constructor(now: () => number, retryMs: (n: number) => number) {
		this.#now = now;
		this.#retryMs = retryMs;
	}

	/** When to try to send an entry of the account that is due at `due`. Undefined if only a sign-in helps. */
	timeOf(account: string, due: number): number | undefined {
		const retry = this.#byAccount.get(account);
		if (!retry) return due;
		if (retry.at === undefined) return undefined;
		// The clock may have been set back.
		return this.#now() < retry.since ? due : Math.max(due, retry.at);
	}

	/** Call before a delivery. Call the returned function after it, with what prevented it. */
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
			const now = this.#now();
			const signedOutAt = changes === this.#accountChanges ? undefined : now;
			const at = obstacle === 'signed-out' ? signedOutAt : Math.min(now + this.#retryMs(count), asked);
			this.#byAccount.set(account, { obstacle, count: count + 1, at, since: now });
		};
	}

	/** The user has changed something, so the account is tried again at this time at the latest. */
	retryBy(account: string, time: number): void {
		const asked = this.#asked.get(account);
		if (asked !== undefined) this.#asked.set(account, Math.min(asked, time));
		const retry = this.#byAccount.get(account);
		if (retry?.at !== undefined) this.#byAccount.set(account, { ...retry, at: Math.min(retry.at, time) });
	}

	tryAllNow(): void {
		for (const account of this.#asked.keys()) this.#asked.set(account, this.#now());
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
