import { tryAsync } from '../../../base/abort.ts';
import { background } from '../../../base/background.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter } from '../../../base/emitter.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { ReadCause } from '../../../platform/state/read-cause.ts';
import { canOnlyUserHelp, waitAfterFailure } from './read-failures.ts';

const maxReads = 4;
/**
 * Deliveries of one resource often come in bursts, so reads that they cause begin at least this long after the one before. As long as the
 * burst lasts, the time doubles with each read.
 */
const shortestSpacingMs = 500;
const longestSpacingMs = 5000;
/** On average, deliveries cause at most one request in this time, for all resources together. The schedule and *Refresh* pace their own reads. */
const requestMs = 200;
/** How many requests may be made faster than that, because most deliveries come alone. */
const maxAhead = 10;

export interface ReadResult {
	/** Whether anything has happened since the previous read. */
	readonly hasNews: boolean;
	/** How many requests the read has made. */
	readonly requests?: number | undefined;
	/** Whether the forge was not asked, because everything that was delivered is known. */
	readonly wasKnown?: boolean;
	/** Whether the account was closed during the read, so that the result says nothing. */
	readonly isVoid?: boolean;
}

/** Reads what has happened to a resource since its previous read. */
type Read<R> = (resource: R, signal: AbortSignal, cause: ReadCause) => Promise<ReadResult>;

/** What is to be read of one resource. */
interface Entry<R> {
	resource: R;
	/** Why it is due, if a hint has come since the last read began. */
	cause: ReadCause | undefined;
	/** Whether a delivery is among the hints. A failed read is then repeated, while the next poll comes anyway. */
	isOwed: boolean;
	/** Whether not all hints are deliveries. The read then does not wait for the end of `pause`. */
	isUrgent: boolean;
	failures: number;
	/** The pause after the next read. */
	spacingMs: number;
	pause: Disposable | undefined;
}

/**
 * Turns hints into reads: of each resource one at a time, of different resources side by side. Hints that come during a read cause
 * one more read after it, because what they are about may have happened too late for the running one.
 *
 * A failed read is repeated, unless a poll caused it or only the user can help.
 */
export class ReadQueue<R extends { readonly id: string }> implements Disposable {
	readonly #read: Read<R>;
	readonly #random: () => number;
	readonly #lifetime = new Lifetime();
	readonly #entries = new Map<string, Entry<R>>();
	/** In the order in which they will be read. */
	readonly #waiting = new Set<Entry<R>>();
	readonly #running = new Set<Entry<R>>();
	/** How many more requests deliveries have caused than one in each `requestMs`. */
	#ahead = 0;
	/** How many requests a read is expected to make: as many as the one before. */
	#expected = 1;
	/** Lowers `#ahead` as time passes. */
	#aheadTimer: Disposable | undefined;
	readonly #willRead = this.#lifetime.add(new Emitter<{ readonly resource: R; readonly cause: ReadCause }>());
	readonly #didRead = this.#lifetime.add(
		new Emitter<{ readonly resource: R; readonly result: ReadResult }>(),
	);
	readonly #didFail = this.#lifetime.add(new Emitter<{ readonly resource: R; readonly error: unknown }>());

	readonly onWillRead = this.#willRead.event;
	readonly onDidRead = this.#didRead.event;
	readonly onDidFail = this.#didFail.event;

	constructor(read: Read<R>, random: () => number = Math.random) {
		this.#read = read;
		this.#random = random;
	}

	/** A read that a delivery has caused waits for the pause after the previous read or failure. The others start at once. */
	hint(resource: R, cause: ReadCause): void {
		if (this.#lifetime.ended) return;
		const entry = this.#entryOf(resource);
		entry.resource = resource;
		entry.cause = (entry.cause ?? cause) === cause ? cause : 'refresh';
		entry.isOwed ||= cause === 'delivery';
		entry.isUrgent ||= cause !== 'delivery';
		this.#advance(entry);
	}

	/** Aborts the running reads and drops the others. */
	dispose(): void {
		this.#waiting.clear();
		this.#entries.clear();
		this.#lifetime.dispose();
	}

	#entryOf(resource: R): Entry<R> {
		const existing = this.#entries.get(resource.id);
		if (existing) return existing;
		const entry: Entry<R> = {
			resource,
			cause: undefined,
			isOwed: false,
			isUrgent: false,
			failures: 0,
			spacingMs: shortestSpacingMs,
			pause: undefined,
		};
		this.#entries.set(resource.id, entry);
		return entry;
	}

	#advance(entry: Entry<R>): void {
		if (this.#running.has(entry)) return;
		if (!entry.cause && !entry.pause) this.#entries.delete(entry.resource.id);
		if (entry.cause && (entry.isUrgent || !entry.pause)) this.#waiting.add(entry);
		this.#startReads();
	}

	#startReads(): void {
		for (const entry of this.#waiting) {
			if (this.#running.size >= maxReads) return;
			if (!entry.isUrgent && this.#ahead >= maxAhead) continue;
			this.#waiting.delete(entry);
			this.#running.add(entry);
			background(this.#run(entry));
		}
	}

	async #run(entry: Entry<R>): Promise<void> {
		const { resource, cause = 'refresh', isOwed, isUrgent, spacingMs } = entry;
		Object.assign(entry, { cause: undefined, isOwed: false, isUrgent: false });
		this.#pause(entry, spacingMs);
		entry.spacingMs = Math.min(2 * spacingMs, longestSpacingMs);
		const expected = isUrgent ? 0 : this.#expected;
		this.#spend(expected);
		this.#willRead.fire({ resource, cause });
		try {
			const result = await tryAsync(() => this.#read(resource, this.#lifetime.signal, cause));
			entry.failures = 0;
			if (!isUrgent && result.requests !== undefined) {
				this.#expected = result.requests;
				this.#spend(result.requests - expected);
			}
			this.#didRead.fire({ resource, result });
		} catch (error) {
			if (this.#lifetime.ended) return;
			entry.failures += 1;
			entry.spacingMs = shortestSpacingMs;
			if (!canOnlyUserHelp(error)) {
				if (isOwed) Object.assign(entry, { cause: 'refresh', isOwed: true });
				this.#pause(entry, waitAfterFailure(error, entry.failures, this.#random()));
			}
			this.#didFail.fire({ resource, error });
		} finally {
			this.#running.delete(entry);
			if (!this.#lifetime.ended) this.#advance(entry);
		}
	}

	#spend(requests: number): void {
		this.#ahead += requests;
		this.#aheadTimer ??= this.#lifetime.interval(() => {
			this.#ahead -= 1;
			if (this.#ahead <= 0) {
				this.#ahead = 0;
				this.#aheadTimer?.dispose();
				this.#aheadTimer = undefined;
			}
			this.#startReads();
		}, requestMs);
	}

	#pause(entry: Entry<R>, ms: number): void {
		entry.pause?.dispose();
		entry.pause = this.#lifetime.timeout(() => {
			entry.pause = undefined;
			this.#advance(entry);
		}, ms);
	}
}
