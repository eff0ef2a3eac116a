import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { Refusal } from '../../../src/sandbox/server/refusal.ts';

/** Finds something to read. What is missing is null, as is what the caller may know of but not read, with an error. */
export function orNull<T>(drift: ReadonlySet<Quirk>, find: () => T): T | null {
	try {
		return find();
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		if (error.status === 404 || drift.has('null-is-forbidden')) return null;
		throw error;
	}
}
