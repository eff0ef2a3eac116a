import { WriteQueue } from './write-queue.ts';

/** The queues of the writes of several files, by name. */
export class WriteQueues {
	readonly #pauseMs: number;
	readonly #queues = new Map<string, WriteQueue>();

	constructor(pauseMs: number) {
		this.#pauseMs = pauseMs;
	}

	/** The names of the files that have a queue. */
	get names(): readonly string[] {
		return [...this.#queues.keys()];
	}

	of(name: string): WriteQueue {
		const known = this.#queues.get(name);
		if (known) return known;
		const created = new WriteQueue(this.#pauseMs);
		this.#queues.set(name, created);
		return created;
	}

	/** Whether a write of the file is under way or waiting. */
	isBusy(name: string): boolean {
		return this.#queues.get(name)?.isBusy === true;
	}

	/** Forgets the queue of a file, which must not be busy. */
	forget(name: string): void {
		this.#queues.delete(name);
	}

	/** Starts all waiting writes without a further pause. */
	skipPauses(): void {
		for (const queue of this.#queues.values()) queue.skipPause();
	}

	/** Resolves when all writes that are under way or waiting have been done or have failed. */
	async settled(): Promise<void> {
		await Promise.allSettled([...this.#queues.values()].map(({ last }) => last));
	}
}
