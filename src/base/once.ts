/** Calls `make` on first use and returns the same result to every caller. After a failure, the next call tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: Promise<T> | undefined;
	return () => {
		made ??= make().catch((failure: unknown) => {
			made = undefined;
			throw failure;
		});
		return made;
	};
}
