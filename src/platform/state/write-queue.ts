type Write = () => Promise<void>;

/**
 * Writes of one thing, which neither overlap nor change places: what comes while one is under way waits for it, and only
 * the last of those that wait is done. Each call is settled when its write, or a newer one, is done.
 */
export class WriteQueue {
	#running: Promise<void> | undefined;
	#next: { write: Write; readonly done: Promise<void> } | undefined;

	/** Something is not written yet. */
	get busy(): boolean {
		return this.#running !== undefined;
	}

	/** Settled as the last write is; undefined when there is none. */
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
			// With a next one nothing may start in between: it begins when this promise is settled.
			if (this.#running === mine && !this.#next) this.#running = undefined;
		});
		this.#running = mine;
		return mine;
	}
}
