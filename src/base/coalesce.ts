import { tryAsync } from './abort.ts';
import type { Disposable } from './disposable.ts';
import type { Lifetime } from './lifetime.ts';
import { rethrowLater } from './rethrow.ts';

/** The share of the time that runs with `rests` may take. */
const restingShare = 1 / 20;
/** How long such runs may take at once after a pause, in milliseconds. */
const restingBurstMs = 250;
/** The longest rest, in milliseconds. A run seems to take hours if the computer sleeps meanwhile. */
const longestRestMs = 60_000;

export interface Coalesced {
	/** Requests a run within `ms`. More requests before it starts do not postpone it. */
	(): void;
	/** Starts the pending run now. Settles when no requested run is left. */
	flush(): Promise<void>;
}

/**
 * Merges requests: calls `run` `ms` after the first request of a burst, so a burst that never pauses still gets a run every `ms`.
 * Runs never overlap: if a run takes longer than `ms`, a single next run follows it. A failure goes to `onError` if the timer
 * started the run, and to every caller of `flush` that waits for it.
 *
 * With `soon`, the first request after a pause does not wait, so that the user sees the first change of a burst at once.
 *
 * With `rests`, runs take at most a twentieth of the time, except for a quarter of a second after a pause and for a run of more than
 * three seconds, after which it rests for a minute. Work that grows with what has arrived then takes little of the time in which it
 * arrives, and the user sees single changes at once.
 *
 * When the lifetime ends, a pending run is dropped. A caller that cannot lose it, such as one that saves drafts, flushes first,
 * with `lifetime.add({ dispose: () => save.flush().catch(…) })`, or better awaits the flush before it ends anything.
 */
export function coalesce(
	lifetime: Lifetime,
	ms: number,
	run: () => unknown,
	onError: (failure: unknown) => void = rethrowLater,
	{ soon = false, rests = false }: { readonly soon?: boolean; readonly rests?: boolean } = {},
): Coalesced {
	let last = Number.NEGATIVE_INFINITY;
	/** How many milliseconds runs with `rests` could still take at `spareAt`. Negative while they have to rest. */
	let spareMs = restingBurstMs;
	let spareAt = Number.NEGATIVE_INFINITY;
	let waiting: Disposable | undefined;
	let running: Promise<unknown> | undefined;
	let next: Promise<unknown> | undefined;

	const spareNow = (now: number) =>
		Math.min(restingBurstMs, spareMs + Math.max(0, now - spareAt) * restingShare);

	const start = (): Promise<unknown> => {
		next = undefined;
		last = performance.now();
		const request = tryAsync(run).finally(() => {
			if (running === request) running = undefined;
			const end = performance.now();
			spareMs = Math.max(spareNow(last) - (end - last), -longestRestMs * restingShare);
			spareAt = end;
		});
		running = request;
		return request;
	};
	const startPending = (): Promise<unknown> => {
		waiting?.dispose();
		waiting = undefined;
		if (next) return next;
		if (!running) return start();
		next = running.then(start, start);
		return next;
	};

	const request = () => {
		if (lifetime.ended || waiting) return;
		const now = performance.now();
		const isFirst = soon && now - last >= ms;
		const restMs = rests ? -spareNow(now) / restingShare : 0;
		const waitMs = Math.max(isFirst ? 0 : ms, restMs);
		waiting = lifetime.timeout(() => startPending().catch(onError), waitMs);
	};
	const flush = async () => {
		await (waiting ? startPending() : (next ?? running));
	};
	return Object.assign(request, { flush });
}
