import type { Label } from '../../forge/shapes/trackers.ts';

/**
 * The new names of labels that were renamed, by the old ones. Labels are told apart by their numbers, which only GraphQL shows. Leaves out a
 * name that another label has now: it is not clear which of the two a change means.
 */
export function renamedLabels(
	before: readonly Label[],
	after: readonly Label[],
): ReadonlyMap<string, string> {
	const names = new Map(after.map(({ id, name }) => [id ?? undefined, name]));
	const used = new Set(after.map(({ name }) => name));
	const renamed = new Map<string, string>();
	for (const { id, name } of before) {
		const current = id == null ? undefined : names.get(id);
		if (current !== undefined && !used.has(name)) renamed.set(name, current);
	}
	return renamed;
}
