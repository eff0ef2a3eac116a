/** Calls `work` for each item, for at most `count` of them at a time. After a failure, which is thrown, no further calls begin. */
export async function forEachConcurrently<T>(
	items: Iterable<T>,
	count: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	const iterator = items[Symbol.iterator]();
	let hasFailed = false;
	const workThrough = async () => {
		for (let next = iterator.next(); !next.done && !hasFailed; next = iterator.next()) {
			try {
				await work(next.value);
			} catch (error) {
				hasFailed = true;
				throw error;
			}
		}
	};
	await Promise.all(Array.from({ length: count }, workThrough));
}
