import { timeOfDay } from '../../../base/clock.ts';
import { ForgeError, unexpectedError } from '../../../forge/contract/errors.ts';
import type { PollFacts } from '../../model/live-state.ts';
import { isOffline, waitAfterFailure, withJitter } from './read-failures.ts';
import type { ReadResult } from './read-queue.ts';

/** The shortest time between two reads of a resource, which follows an event, because others often come soon. */
const shortestMs = 15_000;
/** With the most jitter, ten minutes. */
const longestMs = 500_000;
const firstMs = 30_000;
const growth = 1.5;
/** The time between two reads of a resource whose webhook works. With the most jitter, half an hour. */
const sweepMs = 25 * 60_000;
/** A resource is read this long after its webhook begins to work. Forges count seconds, so an earlier read may miss changes in the same second. */
const catchUpMs = 1500;
/** What the user looks at again is read at once if its last read was at least this long ago. */
const outdatedMs = 60_000;
/** The most requests of a read that count, so that one read does not keep the others waiting for minutes. */
const maxRequests = 20;

/** What is known of one resource, and when it should be read next. */
export class PollState {
	server = '';
	/** Resources of the same group can be checked with one request. */
	group: string | undefined;
	isLive: boolean;
	/** Whether it is being read, or a read was requested. */
	isBusy = false;
	/**
	 * How many requests the budget was charged for the read in progress. 0 if the resource is checked together with another one, which is charged.
	 * Undefined if the schedule did not request the read.
	 */
	charged: number | undefined;
	/** How many requests a read is expected to make. */
	requests = 1;
	/** Whether the next read has to ask the forge, even if the resource was read a short time ago. */
	isOutdated = false;
	/** How many requests the last read has made. */
	#made = 0;
	#wantedAt: number | undefined;
	/** When the last read has begun. */
	startedAt = Number.NEGATIVE_INFINITY;
	/** A read has to begin after this time, because what happened before its webhook worked was perhaps not delivered. */
	#catchUpAt: number | undefined;
	#readAt: number | undefined;
	/** The time of day of the last read, for the user. */
	#readOn: number | undefined;
	#intervalMs = firstMs;
	#failures = 0;
	#failure: (NonNullable<PollFacts['failure']> & { readonly waitMs: number }) | undefined;
	#jitter = 0;

	constructor(now: number, isLive: boolean) {
		this.#wantedAt = now;
		this.isLive = isLive;
	}

	get dueAt(): number {
		const { waitMs } = this.#failure ?? { waitMs: this.#regularMs };
		const regularAt = (this.#readAt ?? Number.POSITIVE_INFINITY) + waitMs;
		return Math.min(this.#wantedAt ?? Number.POSITIVE_INFINITY, this.catchUpDueAt, regularAt);
	}

	/** When it is due because its webhook works now. */
	get catchUpDueAt(): number {
		if (this.#catchUpAt === undefined || this.#failure) return Number.POSITIVE_INFINITY;
		const earliestAt = this.#readAt === undefined ? this.#wantedAt : this.#readAt + shortestMs;
		return Math.max(this.#catchUpAt, earliestAt ?? Number.NEGATIVE_INFINITY);
	}

	/** Whether a check, which says only whether anything has happened, can take the place of its next read. */
	isCheckable(now: number): boolean {
		return (
			this.#readAt !== undefined &&
			now - this.#readAt >= shortestMs &&
			this.#catchUpAt === undefined &&
			!this.#failure &&
			!this.isOutdated &&
			!this.isLive
		);
	}

	/**
	 * How many more requests the last read has made than the budget was charged. A read that is charged by itself counts as one at least, even if it
	 * made none; one that a check covers counts as what it made.
	 */
	get uncharged(): number {
		if (this.charged === undefined) return 0;
		return this.charged === 0 ? this.#made : this.requests - this.charged;
	}

	get facts(): PollFacts {
		const failure = this.#failure;
		return { everyMs: failure?.waitMs ?? this.#regularMs, readAt: this.#readOn, failure };
	}

	get #regularMs(): number {
		return withJitter(this.isLive ? sweepMs : this.#intervalMs, this.#jitter);
	}

	setLive(isLive: boolean, now: number): void {
		if (isLive === this.isLive) return;
		this.isLive = isLive;
		this.catchUp(now);
		// Delays the first read, so that it also catches up. What another window has read is older than the webhook, so it cannot replace this read.
		const isFirst = !this.isBusy && this.#readAt === undefined;
		if (isFirst && this.#catchUpAt !== undefined)
			this.#wantedAt = Math.max(this.#wantedAt ?? now, this.#catchUpAt);
	}

	/** What has happened until now was perhaps not delivered, so a live resource is read once more. */
	catchUp(now: number): void {
		this.#catchUpAt = this.isLive ? now + catchUpMs : undefined;
	}

	/** The user looks at it again. Does not end the wait after a failure, unless there was no network. */
	lookAgain(now: number): void {
		if (this.#failure?.isOffline) {
			this.#failure = undefined;
			this.#wantedAt ??= now;
		}
		if (this.#failure || this.isLive || this.#readAt === undefined) return;
		if (now - this.#readAt >= outdatedMs) this.#wantedAt ??= now;
	}

	/** What is shown of the resource is outdated. Does not end the wait after a failure, because the resource is read after that wait anyway. */
	want(now: number): void {
		if (this.#failure) return;
		this.#wantedAt ??= now;
		this.isOutdated = true;
	}

	didStart(now: number): void {
		this.isBusy = true;
		this.startedAt = now;
		if (this.#catchUpAt !== undefined && now >= this.#catchUpAt) this.isOutdated = true;
	}

	didRead({ hasNews, requests = 1 }: ReadResult, now: number, jitter: number): void {
		this.#end(now, jitter);
		this.isOutdated = false;
		if (this.#catchUpAt !== undefined && this.startedAt >= this.#catchUpAt) this.#catchUpAt = undefined;
		this.#made = Math.min(requests, maxRequests);
		this.requests = Math.max(this.#made, 1);
		this.#failures = 0;
		this.#failure = undefined;
		this.#intervalMs = hasNews ? shortestMs : Math.min(longestMs, this.#intervalMs * growth);
	}

	/** The forge was not asked. */
	didNotAsk(): void {
		this.isBusy = false;
		this.charged = undefined;
	}

	/** The account was closed during the read. */
	didReadNothing(now: number): void {
		this.isBusy = false;
		this.charged = undefined;
		this.want(now);
	}

	didFail(error: unknown, now: number, jitter: number): void {
		this.#end(now, jitter);
		this.#failures += 1;
		const waitMs = waitAfterFailure(error, this.#failures, jitter);
		const why = error instanceof ForgeError ? error.message : unexpectedError;
		this.#failure = { waitMs, why, isOffline: isOffline(error) };
	}

	#end(now: number, jitter: number): void {
		this.isBusy = false;
		this.#wantedAt = undefined;
		this.#readAt = now;
		this.#readOn = timeOfDay();
		this.#jitter = jitter;
	}
}
