import { sleep } from '../../../base/backoff.ts';

type Write = () => Promise<void>;

/**
 * Serializes the writes of one file, with a pause between their beginnings. A pause after the end of a slow write would let the next letters wait
 * for that write, too. During a write and its pause, only the latest of the waiting writes is kept. Each call resolves when its write, or a
 * newer one, is done.
 */
export class WriteQueue {
	readonly #pauseMs: number;
	#running: Promise<void> | undefined;
	/** The last write and the pause that has begun with it, until both have ended. */
	#current: { readonly ended: Promise<void>; readonly pause: AbortController } | undefined;
	#next: { write: Write; readonly done: Promise<void> } | undefined;

	constructor(pauseMs: number) {
		this.#pauseMs = pauseMs;
	}

	/** Whether a write is under way or waiting. */
	get isBusy(): boolean {
		return this.last !== undefined;
	}

	/** Settles with the last write; undefined if there is none. */
	get last(): Promise<void> | undefined {
		return this.#next?.done ?? this.#running;
	}

	put(write: Write): Promise<void> {
		if (this.#next) {
			this.#next.write = write;
			return this.#next.done;
		}
		if (!this.#current) return this.#start(write);
		const startLatest = () => {
			const latest = this.#next?.write ?? write;
			this.#next = undefined;
			return this.#start(latest);
		};
		this.#next = { write, done: this.#current.ended.then(startLatest) };
		return this.#next.done;
	}

	/** Like `put`, but without waiting for a pause to end. */
	putNow(write: Write): Promise<void> {
		const done = this.put(write);
		this.skipPause();
		return done;
	}

	/** Starts the waiting write, if there is one, as soon as the current one is done, without the pause. */
	skipPause(): void {
		if (this.#next) this.#current?.pause.abort();
	}

	#start(write: Write): Promise<void> {
		const pause = new AbortController();
		const paused = sleep(this.#pauseMs, pause.signal).catch(() => {});
		const running = write();
		const wait = async () => {
			await running.catch(() => {});
			this.#running = undefined;
			await paused;
			this.#current = undefined;
		};
		this.#running = running;
		this.#current = { ended: wait(), pause };
		return running;
	}
}
