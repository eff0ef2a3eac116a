import { tryAsync } from './abort.ts';
import { steadyTime } from './clock.ts';
import type { Disposable } from './disposable.ts';
import type { Lifetime } from './lifetime.ts';
import { rethrowLater } from './rethrow.ts';

/** With `rests`, the share of the time that runs may take. */
const restingShare = 1 / 20;
/** With `rests`, how long runs may take in all after a pause, before there is a rest. */
const restingBurstMs = 250;
/** The longest rest. A run seems to take hours if the computer sleeps meanwhile. */
const longestRestMs = 60_000;

export interface Coalesced {
	/** Requests a run within `ms`. More requests before it starts do not postpone it. */
	(): void;
	/** Starts the pending run now. Settles when no requested run is left. */
	flush(): Promise<void>;
}

interface CoalesceOptions {
	readonly onError?: (failure: unknown) => void;
	readonly soon?: boolean;
	readonly rests?: boolean;
}

/**
 * Merges requests: calls `run` `ms` after the first request of a burst, so a burst that never pauses still gets a run every `ms`.
 * Runs never overlap: requests during a run lead to one more run after it. A failure goes to `onError` if the timer started the
 * run, and to every caller of `flush` that waits for it.
 *
 * With `soon`, the first request after a pause does not wait, so that the user sees the first change of a burst at once.
 *
 * With `rests`, a run that took `t` is followed by a rest of 20 `t`, but of at most a minute. The first quarter of a second of runs
 * after a pause needs no rest. This suits work that grows with what has arrived: single changes are shown at once, and a long
 * burst does not keep the thread busy.
 *
 * When the lifetime ends, a pending run is dropped. A caller that cannot lose it, such as one that saves drafts, awaits `flush`
 * before it ends the lifetime.
 */
export function coalesce(
	lifetime: Lifetime,
	ms: number,
	run: () => unknown,
	{ onError = rethrowLater, soon = false, rests = false }: CoalesceOptions = {},
): Coalesced {
	let startedAt = Number.NEGATIVE_INFINITY;
	/** With `rests`, how long runs could still take at `spareAt` before there had to be a rest. Negative while there is one. */
	let spareMs = restingBurstMs;
	let spareAt = Number.NEGATIVE_INFINITY;
	let timer: Disposable | undefined;
	let running: Promise<unknown> | undefined;
	/** The run that starts when `running` has settled. */
	let next: Promise<unknown> | undefined;

	const spareNow = (now: number) =>
		Math.min(restingBurstMs, spareMs + Math.max(0, now - spareAt) * restingShare);

	const start = (): Promise<unknown> => {
		next = undefined;
		startedAt = steadyTime();
		const started = tryAsync(run).finally(() => {
			if (running === started) running = undefined;
			const end = steadyTime();
			spareMs = Math.max(spareNow(startedAt) - (end - startedAt), -longestRestMs * restingShare);
			spareAt = end;
		});
		running = started;
		return started;
	};
	const startPending = (): Promise<unknown> => {
		timer?.dispose();
		timer = undefined;
		if (next) return next;
		if (!running) return start();
		next = running.then(start, start);
		return next;
	};

	const request = () => {
		if (lifetime.ended || timer) return;
		const now = steadyTime();
		const isAfterPause = now - startedAt >= ms;
		const restMs = rests ? -spareNow(now) / restingShare : 0;
		const waitMs = Math.max(soon && isAfterPause ? 0 : ms, restMs);
		timer = lifetime.timeout(() => startPending().catch(onError), waitMs);
	};
	const flush = async () => {
		await (timer ? startPending() : (next ?? running));
	};
	return Object.assign(request, { flush });
}
