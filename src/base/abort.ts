/** Whether a rejection is a cancellation rather than a failure. */
export function isAbort(reason: unknown): boolean {
	return reason instanceof Error && reason.name === 'AbortError';
}

/**
 * Settles like `answer`, or rejects with the signal's reason as soon as the signal is aborted. Drops a later answer or failure
 * without an unhandled rejection, and leaves no listener on a long-lived signal.
 */
export function abortable<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const onAbort = () => reject(signal.reason);
		const settled = () => signal.removeEventListener('abort', onAbort);
		answer.then(resolve, reject).then(settled);
		if (signal.aborted) onAbort();
		else signal.addEventListener('abort', onAbort, { once: true });
	});
}

/** Calls `work` and turns an exception before its first await into a rejection. */
export async function begin<T>(work: () => T | Promise<T>): Promise<T> {
	return work();
}
