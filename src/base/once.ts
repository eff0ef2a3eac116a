/** Calls `make` on first use and gives every caller the same answer. After a failure, the next call tries again. */
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
