import { Refusal } from '../../../src/sandbox/server/refusal.ts';

/** Finds something to read. What is missing is null, as is what the caller may know of but not read, with an error. */
export function orNull<T>(find: () => T): T | null {
	try {
		return find();
	} catch (error) {
		if (error instanceof Refusal && error.status === 404) return null;
		throw error;
	}
}
