/** Throws outside of the current call, so that the process reports a bug that the caller can do nothing about. */
export function rethrowLater(failure: unknown): void {
	queueMicrotask(() => {
		throw failure;
	});
}
