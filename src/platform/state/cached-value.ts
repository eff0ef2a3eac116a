import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Flights } from '../../base/flight.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';

/** A value and the time at which it was read. */
export interface Kept<T> {
	readonly value: T;
	readonly asOf: number;
}

/** Stores the cached value between runs. Neither method may reject. */
export interface Keeper<T> {
	load(): Promise<Kept<T> | undefined>;
	save(kept: Kept<T>): Promise<void>;
}

interface ShelfOptions<T> {
	/** Reads from the forge. `known` is the current value, for reads that need only fetch what changed. */
	readonly read: (signal: AbortSignal, known: T | undefined) => Promise<T>;
	readonly keeper?: Keeper<T>;
	readonly log: Log;
	readonly now?: () => number;
}

/**
 * The last known value of something on the forge: available at once, refreshed in the background. A failed refresh keeps the value and
 * sets `trouble` until a refresh succeeds.
 */
export class CachedValue<T> implements Disposable {
	readonly #options: ShelfOptions<T>;
	readonly #now: () => number;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	#known: Kept<T> | undefined;
	#trouble: ForgeError | undefined;
	readonly #flights = new Flights<'refresh', void>();
	#readings = 0;
	#opening: Promise<void> | undefined;
	#isOpening = false;
	#saving: Promise<void> | undefined;
	/** Answers to requests from an earlier era are out of date: a newer value was put since, or the cache was disposed. */
	#era = 0;

	constructor(options: ShelfOptions<T>) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		this.#changes = new Emitter((failure) =>
			options.log.error('A listener for a cached value failed', failure),
		);
	}

	get value(): T | undefined {
		return this.#known?.value;
	}

	/** When the value was read, in milliseconds since 1970. */
	get asOf(): number | undefined {
		return this.#known?.asOf;
	}

	get trouble(): ForgeError | undefined {
		return this.#trouble;
	}

	get reading(): boolean {
		return this.#readings > 0;
	}

	/** Whether the value has listeners, or is being loaded or read. */
	get isInUse(): boolean {
		return this.#changes.hasListeners || this.#isOpening || this.reading;
	}

	/** Fires when `value`, `asOf`, `trouble` or `reading` changes. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Loads the value from disk. A value that arrives from the forge in the meantime takes precedence. */
	open(): Promise<void> {
		this.#opening ??= this.#open();
		return this.#opening;
	}

	/**
	 * Refreshes from the forge; concurrent callers share one request. Resolves when `value` or `trouble` has the outcome. The request is
	 * cancelled when all its callers have aborted.
	 */
	refresh(signal?: AbortSignal): Promise<void> {
		if (this.#lifetime.ended) return Promise.resolve();
		return this.#flights.join('refresh', (stop) => this.#reading(stop), signal);
	}

	/** Marks requests under way as out of date, so that they are repeated. */
	outdate(): void {
		this.#era += 1;
	}

	/** Stores the server's answer to a change. Requests that are under way are repeated. */
	put(value: T): void {
		if (this.#lifetime.ended) return;
		this.#era += 1;
		this.#take(value);
		this.#changes.fire();
	}

	/** Resolves when the value is saved to disk. */
	async settled(): Promise<void> {
		await this.#saving;
	}

	dispose(): void {
		this.#era += 1;
		this.#lifetime.dispose();
		this.#changes.dispose();
	}

	async #open(): Promise<void> {
		const era = this.#era;
		this.#isOpening = true;
		const kept = await this.#options.keeper?.load();
		this.#isOpening = false;
		if (kept === undefined || this.#known !== undefined || era !== this.#era) return;
		this.#known = kept;
		this.#changes.fire();
	}

	async #reading(stop: AbortSignal): Promise<void> {
		this.#readings += 1;
		this.#changes.fire();
		try {
			await this.#refresh(AbortSignal.any([stop, this.#lifetime.signal]));
		} finally {
			this.#readings -= 1;
			this.#changes.fire();
		}
	}

	async #refresh(signal: AbortSignal): Promise<void> {
		for (let isCurrent = false; !isCurrent && !this.#lifetime.ended; ) {
			const era = this.#era;
			try {
				const value = await this.#options.read(signal, this.value);
				isCurrent = era === this.#era;
				if (isCurrent) this.#take(value);
			} catch (error) {
				if (signal.aborted) return;
				if (!(error instanceof ForgeError)) throw error;
				this.#trouble = error;
				return;
			}
		}
	}

	#take(given: T): void {
		const known = this.#known?.value;
		// Keep the same object for an equal value: the view redraws rows made from a different object and loses its selection.
		const value = known !== undefined && isDeepStrictEqual(known, given) ? known : given;
		this.#trouble = undefined;
		this.#known = { value, asOf: this.#now() };
		this.#saving = this.#options.keeper?.save(this.#known);
	}
}
