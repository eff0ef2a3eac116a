/** Throws outside of the current call, where the process reports it: for a bug that the caller can do nothing about. */
export function rethrowLater(failure: unknown): void {
	queueMicrotask(() => {
		throw failure;
	});
}
