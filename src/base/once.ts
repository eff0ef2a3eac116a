/** The same answer for everybody, made when it is first asked for; one that failed is made anew the next time. */
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
