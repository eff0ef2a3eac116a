/** For what cannot be cancelled. */
export const neverAborts: AbortSignal = new AbortController().signal;

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
		const stopListening = () => signal.removeEventListener('abort', onAbort);
		answer.then(resolve, reject).then(stopListening);
		if (signal.aborted) onAbort();
		else signal.addEventListener('abort', onAbort, { once: true });
	});
}

/** Calls `work`. An exception that it throws before its first await becomes a rejection. */
export async function tryAsync<T>(work: () => T | Promise<T>): Promise<T> {
	return work();
}
