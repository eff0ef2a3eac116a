import { begin } from './abort.ts';
import type { Disposable } from './disposable.ts';
import type { Lifetime } from './lifetime.ts';
import { rethrowLater } from './rethrow.ts';

export interface Coalesced {
	/** Asks for a run. It starts within `ms`, however often it is asked for meanwhile. */
	(): void;
	/** Starts the run that is being waited for now, and settles when no run that was asked for is left. */
	flush(): Promise<void>;
}

/**
 * `run` for a burst of requests: once per `ms`, after them, so a burst that never pauses is still served every `ms`.
 * Runs never overlap: one that is slower than `ms` is followed by a single next one. What a run throws goes to
 * `onError` when its time had come, and to whoever flushed.
 *
 * With `soon` the first request after a pause does not wait: what somebody looks at shows the first of a burst at once.
 *
 * When the lifetime ends, a run whose time has not come is dropped. Who cannot lose it (drafts) flushes first, with
 * `lifetime.add({ dispose: () => save.flush().catch(…) })`, or better awaits the flush before ending anything.
 */
export function coalesce(
	lifetime: Lifetime,
	ms: number,
	run: () => unknown,
	onError: (failure: unknown) => void = rethrowLater,
	{ soon = false }: { readonly soon?: boolean } = {},
): Coalesced {
	let last = Number.NEGATIVE_INFINITY;
	let waiting: Disposable | undefined;
	let running: Promise<unknown> | undefined;
	let next: Promise<unknown> | undefined;

	const start = (): Promise<unknown> => {
		next = undefined;
		last = performance.now();
		const mine = begin(run).finally(() => {
			if (running === mine) running = undefined;
		});
		running = mine;
		return mine;
	};
	const go = (): Promise<unknown> => {
		waiting?.dispose();
		waiting = undefined;
		if (next) return next;
		if (!running) return start();
		next = running.then(start, start);
		return next;
	};

	const request = () => {
		if (lifetime.ended || waiting) return;
		const isFirst = soon && performance.now() - last >= ms;
		waiting = lifetime.timeout(() => go().catch(onError), isFirst ? 0 : ms);
	};
	const flush = async () => {
		await (waiting ? go() : (next ?? running));
	};
	return Object.assign(request, { flush });
}
