import { FirstUses } from './first-use.ts';

/** What a request reveals about the server: it was overloaded, it was not, or nothing, because no answer came. */
export type News = 'busy' | 'well' | 'nothing';

/** A request's place among the running requests. The holder leaves it exactly once. */
export interface Place {
	leave(news: News): void;
}

/**
 * Lets a few requests run at a time, in the order in which they came. A busy server halves that number, down to one. Then as many
 * good answers as there are places add one place.
 */
export class Queue {
	readonly #most: number;
	readonly #waiting = new Set<() => void>();
	#places: number;
	#taken = 0;
	#good = 0;
	/** Requests that ran at the same time report the same overload, so only the first of them halves the places. */
	#era = 0;

	constructor(most: number) {
		this.#most = most;
		this.#places = most;
	}

	/** How many requests may run now. */
	get places(): number {
		return this.#places;
	}

	/** Rejects with the signal's reason as soon as it is aborted, and leaves the queue. */
	enter(signal: AbortSignal): Promise<Place> {
		if (signal.aborted) return Promise.reject(signal.reason);
		if (this.#taken < this.#places) return Promise.resolve(this.#take());
		return new Promise((resolve, reject) => {
			const leave = () => {
				this.#waiting.delete(turn);
				reject(signal.reason);
			};
			const turn = () => {
				this.#waiting.delete(turn);
				signal.removeEventListener('abort', leave);
				resolve(this.#take());
			};
			this.#waiting.add(turn);
			signal.addEventListener('abort', leave, { once: true });
		});
	}

	#take(): Place {
		this.#taken += 1;
		const era = this.#era;
		return {
			leave: (news) => {
				this.#taken -= 1;
				if (news === 'busy') this.#shrink(era);
				// A request from before the server was busy says nothing about the server's state since then.
				if (news === 'well' && era === this.#era) this.#grow();
				for (const turn of this.#waiting) {
					if (this.#taken >= this.#places) break;
					turn();
				}
			},
		};
	}

	#shrink(era: number): void {
		this.#good = 0;
		if (era !== this.#era) return;
		this.#era += 1;
		this.#places = Math.max(1, this.#places >> 1);
	}

	#grow(): void {
		if (this.#places === this.#most) return;
		this.#good += 1;
		if (this.#good < this.#places) return;
		this.#good = 0;
		this.#places += 1;
	}
}

const mostPerHost = 6;

/** One queue per host, shared by all wires to that host. */
export class Queues {
	/** Wires with other queues that use the same tokens must share these. */
	readonly firstUses: FirstUses;
	readonly #byHost = new Map<string, Queue>();

	constructor(firstUses = new FirstUses()) {
		this.firstUses = firstUses;
	}

	of(host: string): Queue {
		const queue = this.#byHost.get(host) ?? new Queue(mostPerHost);
		this.#byHost.set(host, queue);
		return queue;
	}
}
