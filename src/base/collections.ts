// A call with more than about 125,000 arguments fails, so collections are not spread into calls such as `Math.max` and `push`.

/** The largest number; `-Infinity` if there is none. */
export function largest(numbers: Iterable<number>): number {
	let found = Number.NEGATIVE_INFINITY;
	for (const number of numbers) found = Math.max(found, number);
	return found;
}

/** The smallest number; `Infinity` if there is none. */
export function smallest(numbers: Iterable<number>): number {
	let found = Number.POSITIVE_INFINITY;
	for (const number of numbers) found = Math.min(found, number);
	return found;
}

/** Puts an entry at the end of a record, in place of one with the same name. Of more than `max` entries, drops the first ones. */
export function withLast<Value>(
	entries: Readonly<Record<string, Value>>,
	name: string,
	value: Value,
	max: number,
): Readonly<Record<string, Value>> {
	const { [name]: _, ...others } = entries;
	const all = [...Object.entries(others), [name, value] as const];
	return Object.fromEntries(all.slice(-max));
}

/** Adds items to the end of a list. */
export function append<T>(list: T[], items: Iterable<T>): void {
	for (const item of items) list.push(item);
}
