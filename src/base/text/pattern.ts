/**
 * A regular expression that is created on first use. V8 looks up the Unicode properties of a literal when it reads the file, which takes
 * a millisecond at each start.
 */
export function pattern(source: string, flags: string): () => RegExp {
	let created: RegExp | undefined;
	return () => {
		created ??= new RegExp(source, flags);
		return created;
	};
}
