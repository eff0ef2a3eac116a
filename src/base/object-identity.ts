const numbers = new WeakMap<object, number>();
let count = 0;

/** A number for an object, as long as it exists. Different objects have different numbers. */
export function identityOf(object: object): number {
	const known = numbers.get(object);
	if (known !== undefined) return known;
	count += 1;
	numbers.set(object, count);
	return count;
}
