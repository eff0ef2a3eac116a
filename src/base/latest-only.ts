import { abortable, begin } from './abort.ts';

/**
 * Wraps `work` so that only the newest call counts. A newer call aborts the older call's signal, and the older promise rejects at
 * once with an `AbortError` (see `isAbort`), whatever its work does afterwards. When `until` is aborted, the running call and all
 * later calls reject with its reason.
 */
export function latestOnly<A extends readonly unknown[], T>(
	work: (signal: AbortSignal, ...args: A) => Promise<T>,
	until?: AbortSignal,
): (...args: A) => Promise<T> {
	let current: AbortController | undefined;
	until?.addEventListener('abort', () => current?.abort(until.reason), { once: true });

	return async (...args) => {
		until?.throwIfAborted();
		current?.abort(new DOMException('A newer call took over.', 'AbortError'));
		const controller = new AbortController();
		current = controller;
		try {
			return await abortable(
				begin(() => work(controller.signal, ...args)),
				controller.signal,
			);
		} finally {
			if (current === controller) current = undefined;
		}
	};
}
