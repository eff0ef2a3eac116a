import { FailedReads } from './failed-reads.ts';
import { FirstUses } from './first-use.ts';

/** The state of the server according to a request: overloaded, not overloaded, or unknown because no answer came. */
export type Feedback = 'busy' | 'good' | 'unknown';

/** A request's place among the running requests. The holder releases it exactly once. */
export interface Slot {
	release(feedback: Feedback): void;
}

/**
 * Lets a few requests run at a time, in the order in which they came. Each has a slot. A busy server halves the number of slots,
 * down to one. After that, as many good answers as there are slots add one slot.
 */
export class RequestQueue {
	readonly failedReads = new FailedReads();
	readonly #maxSlots: number;
	readonly #waiting = new Set<() => void>();
	#slots: number;
	#taken = 0;
	#goodAnswers = 0;
	/** How often the number of slots was halved. If several requests report the same overload, only the first one halves it. */
	#overloads = 0;

	constructor(maxSlots: number) {
		this.#maxSlots = maxSlots;
		this.#slots = maxSlots;
	}

	/** Rejects with the signal's reason as soon as it is aborted, and leaves the queue. */
	enter(signal: AbortSignal): Promise<Slot> {
		if (signal.aborted) return Promise.reject(signal.reason);
		if (this.#taken < this.#slots) return Promise.resolve(this.#take());
		return new Promise((resolve, reject) => {
			const leave = () => {
				this.#waiting.delete(start);
				reject(signal.reason);
			};
			const start = () => {
				this.#waiting.delete(start);
				signal.removeEventListener('abort', leave);
				resolve(this.#take());
			};
			this.#waiting.add(start);
			signal.addEventListener('abort', leave, { once: true });
		});
	}

	#take(): Slot {
		this.#taken += 1;
		const overloads = this.#overloads;
		return {
			release: (feedback) => {
				this.#taken -= 1;
				if (feedback === 'busy') this.#shrink(overloads);
				// A request from before the server was busy says nothing about the server's state since then.
				if (feedback === 'good' && overloads === this.#overloads) this.#grow();
				for (const start of this.#waiting) {
					if (this.#taken >= this.#slots) break;
					start();
				}
			},
		};
	}

	#shrink(overloads: number): void {
		this.#goodAnswers = 0;
		if (overloads !== this.#overloads) return;
		this.#overloads += 1;
		this.#slots = Math.max(1, this.#slots >> 1);
	}

	#grow(): void {
		if (this.#slots === this.#maxSlots) return;
		this.#goodAnswers += 1;
		if (this.#goodAnswers < this.#slots) return;
		this.#goodAnswers = 0;
		this.#slots += 1;
	}
}

const maxPerHost = 6;

/** One queue per host, shared by all wires to that host. */
export class Queues {
	/** Must be shared with all other `Queues` whose wires use the same tokens. */
	readonly firstUses: FirstUses;
	readonly #byHost = new Map<string, RequestQueue>();

	constructor(firstUses = new FirstUses()) {
		this.firstUses = firstUses;
	}

	of(host: string): RequestQueue {
		const queue = this.#byHost.get(host) ?? new RequestQueue(maxPerHost);
		this.#byHost.set(host, queue);
		return queue;
	}
}
