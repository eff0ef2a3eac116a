import { tryAsync } from '../../../base/abort.ts';
import { background } from '../../../base/background.ts';
import { steadyTime } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter } from '../../../base/emitter.ts';
import { Jobs } from '../../../base/jobs.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { ReadCause } from '../../../platform/state/watch/read-cause.ts';
import { concernsServer, needsUser, waitAfterFailure } from './read-failures.ts';

const maxReads = 4;
/**
 * Deliveries of one resource often come in bursts, so reads that they cause begin at least this long after the one before. As long as the
 * burst lasts, the time doubles with each read.
 */
const shortestSpacingMs = 500;
const longestSpacingMs = 5000;
/** On average, deliveries cause at most one request in this time, for all resources together. The schedule and *Refresh* pace their own reads. */
const requestMs = 200;
/** After a read of a refresh, the next one waits this long for each request of it, so that the forge gets at most about ten in a second. */
const refreshRequestMs = 100;
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

/** What is known of the reads of one resource. */
interface Entry<R> {
	resource: R;
	/** Why it is due, if a hint has come since the last read began. */
	cause: ReadCause | undefined;
	/** Whether a delivery is among the hints. A failed read is repeated only for a delivery, because the next poll comes anyway. */
	isOwed: boolean;
	/** Whether one of the hints is not a delivery, so that the read waits neither for `pausedUntil` nor for the budget. */
	isUrgent: boolean;
	failures: number;
	/** Settles with the read that was requested last. */
	reading: Promise<void> | undefined;
	/** The pause after the next read. */
	spacingMs: number;
	pausedUntil: number;
}

/**
 * Turns hints into reads: of each resource one at a time, of different resources side by side. Hints that come during a read cause
 * one more read after it, because what they are about may have happened too late for the running one.
 *
 * A failed read is repeated, unless a poll caused it or only the user can help.
 */
export class ReadQueue<R extends { readonly id: string; readonly server?: string }> implements Disposable {
	readonly #read: Read<R>;
	readonly #random: () => number;
	readonly #lifetime = new Lifetime();
	readonly #jobs = this.#lifetime.add(new Jobs<string>(maxReads, (id) => this.#isHeld(id)));
	readonly #entries = new Map<string, Entry<R>>();
	/** When the pace of one request in each `requestMs` has caught up with the requests that deliveries have caused. */
	#freeAt = Number.NEGATIVE_INFINITY;
	#heldTimer: Disposable | undefined;
	/** How many requests a read is expected to make: as many as the one before. */
	#expected = 1;
	/** What is to be refreshed, by id, in this order. */
	readonly #refreshes = new Map<string, R>();
	/** The id of the resource that is being refreshed. */
	#refreshing: string | undefined;
	#hasFocus = true;
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
		// Hints for different reasons are met by the read that always asks the forge.
		entry.cause = entry.cause === undefined || entry.cause === cause ? cause : 'refresh';
		entry.isOwed ||= cause === 'delivery';
		entry.isUrgent ||= cause !== 'delivery';
		this.#request(entry);
	}

	/**
	 * Reads resources one after another, for *Refresh* and for what other windows have read, because dozens of them may be pinned. Waits while
	 * the window does not have the focus.
	 */
	refresh(resources: readonly R[]): void {
		for (const resource of resources) this.#refreshes.set(resource.id, resource);
		this.#refreshNext();
	}

	setFocus(hasFocus: boolean): void {
		this.#hasFocus = hasFocus;
		this.#refreshNext();
	}

	/** Aborts the running reads and drops the others. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	#refreshNext(): void {
		if (this.#refreshing !== undefined || !this.#hasFocus || this.#lifetime.ended) return;
		const [resource] = this.#refreshes.values();
		if (!resource) return;
		this.#refreshing = resource.id;
		this.#refreshes.delete(resource.id);
		this.hint(resource, 'refresh');
	}

	#didRefresh(id: string, requests = 1): void {
		if (id !== this.#refreshing) return;
		this.#lifetime.timeout(() => {
			if (id !== this.#refreshing) return;
			this.#refreshing = undefined;
			this.#refreshNext();
		}, requests * refreshRequestMs);
	}

	/** Other reads from a server that cannot be reached would fail, too. */
	#cancelRefreshes(server: string | undefined): void {
		for (const [id, one] of this.#refreshes) if (one.server === server) this.#refreshes.delete(id);
	}

	/** The entry of a resource: a new one, without failures, if no read of it waits or runs and its pause is over. */
	#entryOf(resource: R): Entry<R> {
		const known = this.#entries.get(resource.id);
		if (known && (this.#jobs.isBusy(resource.id) || steadyTime() < known.pausedUntil)) return known;
		const entry: Entry<R> = {
			resource,
			cause: undefined,
			isOwed: false,
			isUrgent: false,
			failures: 0,
			reading: undefined,
			spacingMs: shortestSpacingMs,
			pausedUntil: Number.NEGATIVE_INFINITY,
		};
		this.#entries.set(resource.id, entry);
		return entry;
	}

	#request(entry: Entry<R>): void {
		const { id } = entry.resource;
		const waitMs = entry.isUrgent ? 0 : entry.pausedUntil - steadyTime();
		const reading = this.#jobs.request(id, () => this.#run(entry), waitMs);
		// Thousands of hints may share one read, whose failure needs to be logged only once.
		if (reading !== entry.reading) background(reading);
		entry.reading = reading;
	}

	/** Whether deliveries have used the budget up. */
	#isHeld(id: string): boolean {
		return this.#entries.get(id)?.isUrgent === false && this.#heldMs > 0;
	}

	/** How long reads for deliveries have to wait, so that at most `maxAhead` requests, with the next one, are ahead of the pace. */
	get #heldMs(): number {
		return this.#freeAt - (maxAhead - 1) * requestMs - steadyTime();
	}

	#spend(requests: number): void {
		this.#freeAt = Math.max(this.#freeAt, steadyTime()) + requests * requestMs;
		this.#endHoldInTime();
	}

	#endHoldInTime(): void {
		this.#heldTimer?.dispose();
		if (this.#heldMs <= 0) return;
		const begin = () => {
			this.#jobs.begin();
			this.#endHoldInTime();
		};
		// A timer may fire a part of a millisecond early.
		this.#heldTimer = this.#lifetime.timeout(begin, Math.ceil(this.#heldMs));
	}

	async #run(entry: Entry<R>): Promise<void> {
		const { resource, cause = 'refresh', isOwed, isUrgent, spacingMs } = entry;
		Object.assign(entry, { cause: undefined, isOwed: false, isUrgent: false });
		this.#pause(entry, spacingMs);
		entry.spacingMs = Math.min(2 * spacingMs, longestSpacingMs);
		const expected = isUrgent ? 0 : this.#expected;
		this.#spend(expected);
		// Only a read with this cause is sure to ask the forge.
		if (cause === 'refresh') this.#refreshes.delete(resource.id);
		this.#willRead.fire({ resource, cause });
		try {
			const result = await tryAsync(() => this.#read(resource, this.#lifetime.signal, cause));
			entry.failures = 0;
			if (!isUrgent && result.requests !== undefined) {
				this.#expected = result.requests;
				this.#spend(result.requests - expected);
			}
			this.#didRead.fire({ resource, result });
			this.#didRefresh(resource.id, result.requests);
		} catch (error) {
			if (this.#lifetime.ended) return;
			entry.failures += 1;
			entry.spacingMs = shortestSpacingMs;
			if (!needsUser(error)) {
				this.#pause(entry, waitAfterFailure(error, entry.failures, this.#random()));
				if (isOwed) {
					Object.assign(entry, { cause: 'refresh', isOwed: true });
					this.#request(entry);
				}
			}
			this.#didFail.fire({ resource, error });
			if (concernsServer(error)) this.#cancelRefreshes(resource.server);
			this.#didRefresh(resource.id);
		}
	}

	/** Lets the reads that deliveries cause wait for this time. */
	#pause(entry: Entry<R>, ms: number): void {
		entry.pausedUntil = steadyTime() + ms;
		if (!entry.isUrgent) this.#jobs.pause(entry.resource.id, ms);
	}
}
