import type { Label } from '../../forge/shapes/trackers.ts';

/** The new names of labels, by the old ones. All apply at once, because a label may have got the earlier name of another one. */
export type LabelNames = ReadonlyMap<string, string>;

/**
 * The labels that were renamed. Labels are told apart by their numbers, which only GraphQL shows. Leaves out a label whose earlier name
 * now belongs to a label that was not known: it is not clear which of the two a change means.
 */
export function renamedLabels(before: readonly Label[], after: readonly Label[]): LabelNames {
	const names = new Map(after.map(({ id, name }) => [id ?? undefined, name]));
	const known = new Set(before.map(({ id }) => id ?? undefined));
	const taken = new Set(after.filter(({ id }) => !known.has(id ?? undefined)).map(({ name }) => name));
	const renamed = new Map<string, string>();
	for (const { id, name } of before) {
		const current = id == null ? name : (names.get(id) ?? name);
		if (current !== name && !taken.has(name)) renamed.set(name, current);
	}
	return renamed;
}

/** The renamed labels whose earlier and new names belong to no other renamed label. Following these twice changes nothing more. */
export function independentNames(names: LabelNames): LabelNames {
	const targets = new Set(names.values());
	return new Map([...names].filter(([from, to]) => !targets.has(from) && !names.has(to)));
}
