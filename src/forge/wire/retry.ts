import { backoff } from '../../base/backoff.ts';
import { timeOfDay } from '../../base/clock.ts';

export interface RetryPolicy {
	/** Maximum number of attempts after the first. */
	readonly times: number;
	/** The upper bounds of the first wait and of every wait, in milliseconds. */
	readonly baseMs: number;
	readonly capMs: number;
	/** If a server asks for a longer wait than this, there is no further attempt. */
	readonly maxWaitMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { times: 3, baseMs: 400, capMs: 8000, maxWaitMs: 30_000 };

/** The result of a failed attempt, as far as it matters for the next one. */
export type AttemptFailure =
	| { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | undefined }
	| { readonly kind: 'network'; readonly mayHaveArrived: boolean; readonly isRetryable: boolean };

const busyStatuses = [429, 502, 503, 504];

/** Whether a status means that the server is overloaded or temporarily unavailable. */
export const isBusy = (status: number): boolean => busyStatuses.includes(status);

/** Whether a status means that this server itself is overloaded, not a service behind it. */
export const isOverloaded = (status: number): boolean => status === 429 || status === 503;

/**
 * How long to wait before the next attempt; undefined if there is none. A read may always be repeated. A write may be repeated
 * only if it certainly did nothing: the server postponed it and said until when, or was never reached.
 */
export function waitBefore(
	attempt: number,
	isWrite: boolean,
	failure: AttemptFailure,
	{ times, baseMs, capMs, maxWaitMs }: RetryPolicy,
): number | undefined {
	if (attempt >= times) return undefined;
	const jitter = backoff(baseMs, capMs)(attempt);
	if (failure.kind === 'network') {
		return failure.isRetryable && (!isWrite || !failure.mayHaveArrived) ? jitter : undefined;
	}
	const { status, retryAfterMs } = failure;
	if (!isBusy(status)) return undefined;
	if (isWrite && (!isOverloaded(status) || retryAfterMs === undefined)) return undefined;
	if (retryAfterMs === undefined) return jitter;
	return retryAfterMs > maxWaitMs ? undefined : retryAfterMs + jitter;
}

/** The milliseconds that a `Retry-After` asks for, in seconds or as a date. Uses the server's own clock if the server sends it. */
export function parseRetryAfter(value: string | null, date: string | null): number | undefined {
	if (value === null) return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
	// A date contains the name of its month. Without this check, `Date.parse` would also accept `-1`.
	const until = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
	if (Number.isNaN(until)) return undefined;
	const now = Date.parse(date ?? '');
	return Math.max(0, until - (Number.isNaN(now) ? timeOfDay() : now));
}
