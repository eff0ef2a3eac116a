import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { canOnlyUserHelp, waitAfterFailure } from './read-failures.ts';

const mostReads = 4;
/** Deliveries of one resource often come in bursts, so reads that they cause begin at least this long after the one before. */
const spacingMs = 500;
/** A burst about many items causes reads with many requests. After those, deliveries wait this long for each request, up to a limit. */
const requestMs = 100;
const longestSpacingMs = 5000;

/**
 * Why a resource is read. A `poll` (by the schedule or *Refresh*) starts at once; a `delivery` waits for the pause after the previous read or
 * failure.
 */
type HintCause = 'poll' | 'delivery';

export interface ReadResult {
	/** Whether anything has happened since the previous read. */
	readonly hasNews: boolean;
	/** How many requests the read has made. */
	readonly requests?: number | undefined;
	/** Whether the account was closed during the read, so that the result says nothing. */
	readonly isVoid?: boolean;
}

interface IntakeOptions<R> {
	/** Reads what has happened to a resource since its previous read. */
	readonly read: (resource: R, signal: AbortSignal) => Promise<ReadResult>;
	readonly random?: () => number;
}

/** What is to be read of one resource. */
interface Entry<R> {
	resource: R;
	/** Whether a hint has come since the last read began. */
	isDue: boolean;
	/** Whether these hints are lost if the read fails and is not repeated. The next poll comes anyway. */
	isOwed: boolean;
	/** Whether the read does not wait for the end of `pause`. */
	isUrgent: boolean;
	failures: number;
	pause: Disposable | undefined;
}

/**
 * Turns hints into reads: of each resource one at a time, of different resources side by side. Hints that come during a read cause
 * one more read after it, because what they are about may have happened too late for the running one.
 *
 * A failed read is repeated, unless a poll caused it or only the user can help.
 */
export class Intake<R extends { readonly spelled: string }> implements Disposable {
	readonly #read: IntakeOptions<R>['read'];
	readonly #random: () => number;
	readonly #lifetime = new Lifetime();
	readonly #entries = new Map<string, Entry<R>>();
	/** In the order in which they will be read. */
	readonly #waiting = new Set<Entry<R>>();
	readonly #running = new Set<Entry<R>>();
	readonly #willRead = this.#lifetime.add(new Emitter<R>());
	readonly #didRead = this.#lifetime.add(
		new Emitter<{ readonly resource: R; readonly result: ReadResult }>(),
	);
	readonly #didFail = this.#lifetime.add(new Emitter<{ readonly resource: R; readonly error: unknown }>());

	readonly onWillRead = this.#willRead.event;
	readonly onDidRead = this.#didRead.event;
	readonly onDidFail = this.#didFail.event;

	constructor({ read, random = Math.random }: IntakeOptions<R>) {
		this.#read = read;
		this.#random = random;
	}

	hint(resource: R, cause: HintCause): void {
		if (this.#lifetime.ended) return;
		const entry = this.#entryOf(resource);
		entry.resource = resource;
		entry.isDue = true;
		entry.isOwed ||= cause === 'delivery';
		entry.isUrgent ||= cause === 'poll';
		this.#advance(entry);
	}

	/** Aborts the running reads and drops the others. */
	dispose(): void {
		this.#waiting.clear();
		this.#entries.clear();
		this.#lifetime.dispose();
	}

	#entryOf(resource: R): Entry<R> {
		const known = this.#entries.get(resource.spelled);
		if (known) return known;
		const entry: Entry<R> = {
			resource,
			isDue: false,
			isOwed: false,
			isUrgent: false,
			failures: 0,
			pause: undefined,
		};
		this.#entries.set(resource.spelled, entry);
		return entry;
	}

	#advance(entry: Entry<R>): void {
		if (this.#running.has(entry)) return;
		if (!entry.isDue && !entry.pause) this.#entries.delete(entry.resource.spelled);
		if (entry.isDue && (entry.isUrgent || !entry.pause)) this.#waiting.add(entry);
		this.#startReads();
	}

	#startReads(): void {
		for (const entry of this.#waiting) {
			if (this.#running.size >= mostReads) return;
			this.#waiting.delete(entry);
			this.#running.add(entry);
			background(this.#run(entry));
		}
	}

	async #run(entry: Entry<R>): Promise<void> {
		const { resource, isOwed } = entry;
		Object.assign(entry, { isDue: false, isOwed: false, isUrgent: false });
		this.#pause(entry, spacingMs);
		this.#willRead.fire(resource);
		try {
			const result = await tryAsync(() => this.#read(resource, this.#lifetime.signal));
			entry.failures = 0;
			const restMs = Math.min((result.requests ?? 0) * requestMs, longestSpacingMs);
			if (restMs > spacingMs) this.#pause(entry, restMs);
			this.#didRead.fire({ resource, result });
		} catch (error) {
			if (this.#lifetime.ended) return;
			entry.failures += 1;
			if (!canOnlyUserHelp(error)) {
				if (isOwed) Object.assign(entry, { isDue: true, isOwed: true });
				this.#pause(entry, waitAfterFailure(error, entry.failures, this.#random()));
			}
			this.#didFail.fire({ resource, error });
		} finally {
			this.#running.delete(entry);
			if (!this.#lifetime.ended) this.#advance(entry);
		}
	}

	#pause(entry: Entry<R>, ms: number): void {
		entry.pause?.dispose();
		entry.pause = this.#lifetime.timeout(() => {
			entry.pause = undefined;
			this.#advance(entry);
		}, ms);
	}
}
