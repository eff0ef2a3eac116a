import { isDeepStrictEqual } from 'node:util';
import { isAbort } from '../../../base/abort.ts';
import { timeOfDay } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import { SharedCalls } from '../../../base/shared-calls.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';

/** A value and the time at which it was read. */
export interface TimedValue<T> {
	readonly value: T;
	readonly asOf: number;
}

/** Stores the cached value between runs. Neither method may reject. */
export interface ValueStore<T> {
	load(): Promise<TimedValue<T> | undefined>;
	save(stored: TimedValue<T>): Promise<void>;
}

interface ValueCacheOptions<T> {
	/** Reads from the forge. `known` is the current value, for reads that need only fetch what changed. */
	read(signal: AbortSignal, known: T | undefined): Promise<T>;
	/** Whether what was read has all of the current value. A read that has what was put meanwhile is not repeated. */
	hasAllOf?(read: T, current: T): boolean;
	/** Called when a request begins. What it returns is called when the value is the answer. */
	readonly begin?: () => () => void;
	readonly store?: ValueStore<T>;
	readonly log: Log;
}

/** Reads the value in another way. Undefined if it cannot. */
type ReadFirst<T> = (known: T | undefined) => Promise<T | undefined>;

/**
 * The last known value of something on the forge: available at once, refreshed in the background. A failed refresh keeps the value and
 * sets `lastError` until a refresh succeeds.
 */
export class ValueCache<T> implements Disposable {
	readonly #options: ValueCacheOptions<T>;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	#known: TimedValue<T> | undefined;
	#lastError: ForgeError | undefined;
	readonly #refreshes = new SharedCalls<'refresh', void>();
	#readCount = 0;
	#endedAt: number | undefined;
	#opening: Promise<void> | undefined;
	#isOpening = false;
	#saving: Promise<void> | undefined;
	/** Grows with each `markOutdated`, and on disposal. Answers to requests from before that are out of date. */
	#version = 0;
	/** How many values were put. Answers to requests from before the last one are out of date, unless they have all of it. */
	#putCount = 0;

	constructor(options: ValueCacheOptions<T>) {
		this.#options = options;
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

	get lastError(): ForgeError | undefined {
		return this.#lastError;
	}

	/** When a refresh last ended, successfully or not. */
	get endedAt(): number | undefined {
		return this.#endedAt;
	}

	get isReading(): boolean {
		return this.#readCount > 0;
	}

	/** Whether the value has listeners, or is being loaded or read. */
	get isInUse(): boolean {
		return this.#changes.hasListeners || this.#isOpening || this.isReading;
	}

	/** Fires when `value`, `asOf`, `lastError` or `isReading` changes. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Loads the value from disk. A value that arrives from the forge in the meantime takes precedence. */
	open(): Promise<void> {
		this.#opening ??= this.#open();
		return this.#opening;
	}

	/**
	 * Refreshes from the forge; concurrent callers share one request. Resolves when `value` or `lastError` has the outcome. The request is
	 * cancelled when all its callers have aborted. `readFirst` may answer in place of the usual read, with a request that begins now.
	 */
	refresh(signal?: AbortSignal, readFirst?: ReadFirst<T>): Promise<void> {
		if (this.#lifetime.ended) return Promise.resolve();
		return this.#refreshes.join('refresh', (stop) => this.#trackRefresh(stop, readFirst), signal);
	}

	/** Reads the value from the disk or, if it is not there, from the forge. */
	async readIfUnknown(): Promise<void> {
		await this.open();
		if (this.value === undefined) await this.refresh();
	}

	/** Marks requests under way as out of date, so that they are repeated. */
	markOutdated(): void {
		this.#version += 1;
	}

	/** Stores the server's answer to a change. Requests that are under way are repeated. */
	put(value: T): void {
		if (this.#lifetime.ended) return;
		this.#putCount += 1;
		this.#setValue(value);
		this.#changes.fire();
	}

	/** Makes the change that the server has made or, if the value is not known, reads it. Requests that are under way are repeated. */
	async change(change: (value: T) => T): Promise<void> {
		if (this.value !== undefined) {
			this.put(change(this.value));
			return;
		}
		this.markOutdated();
		await this.refresh();
	}

	/** Resolves when the value is saved to disk. */
	async settled(): Promise<void> {
		await this.#saving;
	}

	dispose(): void {
		this.#version += 1;
		this.#lifetime.dispose();
		this.#changes.dispose();
	}

	async #open(): Promise<void> {
		const version = this.#version;
		this.#isOpening = true;
		const stored = await this.#options.store?.load();
		this.#isOpening = false;
		if (stored === undefined || this.#known !== undefined || version !== this.#version) return;
		this.#known = stored;
		this.#changes.fire();
	}

	async #trackRefresh(stop: AbortSignal, readFirst: ReadFirst<T> | undefined): Promise<void> {
		this.#readCount += 1;
		this.#changes.fire();
		try {
			await this.#refresh(AbortSignal.any([stop, this.#lifetime.signal]), readFirst);
		} finally {
			this.#readCount -= 1;
			this.#endedAt = timeOfDay();
			this.#changes.fire();
		}
	}

	async #refresh(signal: AbortSignal, readFirst: ReadFirst<T> | undefined): Promise<void> {
		let first = readFirst;
		for (let isCurrent = false; !isCurrent && !this.#lifetime.ended; ) {
			const [version, putCount] = [this.#version, this.#putCount];
			const didRead = this.#options.begin?.();
			try {
				const answered = first && (await unlessGivenUp(first(this.value), signal));
				// A repeated read needs a newer answer.
				first = undefined;
				const value = answered ?? (await this.#options.read(signal, this.value));
				const isNewest = putCount === this.#putCount || this.#hasCurrent(value);
				isCurrent = version === this.#version && isNewest;
				if (isCurrent) {
					this.#setValue(value);
					didRead?.();
				}
			} catch (error) {
				if (signal.aborted) return;
				if (!(error instanceof ForgeError)) throw error;
				this.#lastError = error;
				return;
			}
		}
	}

	#hasCurrent(read: T): boolean {
		const { value } = this;
		return value !== undefined && this.#options.hasAllOf?.(read, value) === true;
	}

	#setValue(latest: T): void {
		const known = this.#known?.value;
		// Keep the same object for an equal value: the view redraws rows made from a different object and loses its selection.
		const value = known !== undefined && isDeepStrictEqual(known, latest) ? known : latest;
		this.#lastError = undefined;
		this.#known = { value, asOf: timeOfDay() };
		this.#saving = this.#options.store?.save(this.#known);
	}
}

/** Undefined if the caller whose answer this is has given up while others wait. When all have given up, `signal` is aborted. */
async function unlessGivenUp<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (isAbort(error) && !signal.aborted) return undefined;
		throw error;
	}
}
