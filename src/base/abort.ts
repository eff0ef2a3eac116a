/** Whether a rejection only says that nobody wants the answer any more. */
export function isAbort(reason: unknown): boolean {
	return reason instanceof Error && reason.name === 'AbortError';
}

/**
 * The answer, or the signal's reason as soon as it is aborted. An answer or failure that comes later is dropped
 * (it is no unhandled rejection either), and nothing stays attached to a long-lived signal.
 */
export function abortable<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const leave = () => reject(signal.reason);
		const settled = () => signal.removeEventListener('abort', leave);
		answer.then(resolve, reject).then(settled);
		if (signal.aborted) leave();
		else signal.addEventListener('abort', leave, { once: true });
	});
}

/** Calls `work`; what it throws before its first await is a rejection like any other. */
export async function begin<T>(work: () => T | Promise<T>): Promise<T> {
	return work();
}
