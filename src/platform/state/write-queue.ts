type Write = () => Promise<void>;

/**
 * Serializes the writes of one file. While a write is under way, only the latest of the waiting writes is kept. Each call resolves when
 * its write, or a newer one, is done.
 */
export class WriteQueue {
	#running: Promise<void> | undefined;
	#next: { write: Write; readonly done: Promise<void> } | undefined;

	/** Whether a write is under way or waiting. */
	get busy(): boolean {
		return this.#running !== undefined;
	}

	/** Settles with the last write; undefined if there is none. */
	get last(): Promise<void> | undefined {
		return this.#next?.done ?? this.#running;
	}

	put(write: Write): Promise<void> {
		if (!this.#running) return this.#start(write);
		if (this.#next) {
			this.#next.write = write;
			return this.#next.done;
		}
		const go = () => {
			const last = this.#next?.write ?? write;
			this.#next = undefined;
			return this.#start(last);
		};
		this.#next = { write, done: this.#running.then(go, go) };
		return this.#next.done;
	}

	#start(write: Write): Promise<void> {
		const mine = write().finally(() => {
			// If another write is waiting, it starts when this promise settles, and no write may start in between.
			if (this.#running === mine && !this.#next) this.#running = undefined;
		});
		this.#running = mine;
		return mine;
	}
}
