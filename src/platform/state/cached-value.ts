import { isDeepStrictEqual } from 'node:util';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Flights } from '../../base/flight.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';

/** What was known, and when it was so. */
export interface Kept<T> {
	readonly value: T;
	readonly asOf: number;
}

/** Where a shelf keeps its value between runs. Neither may fail. */
export interface Keeper<T> {
	load(): Promise<Kept<T> | undefined>;
	save(kept: Kept<T>): Promise<void>;
}

interface ShelfOptions<T> {
	/** Asks the forge; `known` is the value so far, for who need not ask for all of it again. */
	readonly read: (signal: AbortSignal, known: T | undefined) => Promise<T>;
	readonly keeper?: Keeper<T>;
	readonly log: Log;
	readonly now?: () => number;
}

/**
 * The last known value of something that a forge has: shown at once, asked for behind. A failure keeps the value, and
 * is `trouble` until asking succeeds again.
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
	/** An answer that was asked for in an earlier era is out of date: something newer was put, or the shelf has ended. */
	#era = 0;

	constructor(options: ShelfOptions<T>) {
		this.#options = options;
		this.#now = options.now ?? Date.now;
		this.#changes = new Emitter((failure) => options.log.error('A change was not taken in', failure));
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

	/** Somebody listens to it, or waits for what is being read. */
	get isInUse(): boolean {
		return this.#changes.hasListeners || this.#isOpening || this.reading;
	}

	/** The value, `asOf`, `trouble` or `reading` is another. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** What was kept, as soon as it is read from the disk; what the forge has said meanwhile counts more. */
	open(): Promise<void> {
		this.#opening ??= this.#open();
		return this.#opening;
	}

	/**
	 * Asks the forge, once for all who ask meanwhile. Settled when `value` or `trouble` tells the outcome. When all who asked have given
	 * it up, it is given up.
	 */
	refresh(signal?: AbortSignal): Promise<void> {
		if (this.#lifetime.ended) return Promise.resolve();
		return this.#flights.join('refresh', (stop) => this.#reading(stop), signal);
	}

	/** Something may have changed just now: what was asked for before is asked for again. */
	outdate(): void {
		this.#era += 1;
	}

	/** The answer of a change that was made. What was asked for before it is asked for again. */
	put(value: T): void {
		if (this.#lifetime.ended) return;
		this.#era += 1;
		this.#take(value);
		this.#changes.fire();
	}

	/** The value is on the disk. */
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
		// An equal value stays the same object: the view redraws whatever is made of another one, and loses its selection.
		const value = known !== undefined && isDeepStrictEqual(known, given) ? known : given;
		this.#trouble = undefined;
		this.#known = { value, asOf: this.#now() };
		this.#saving = this.#options.keeper?.save(this.#known);
	}
}
