interface Offer<Key> {
	readonly known: readonly Key[];
	readonly inProject: readonly Key[];
	/** Different for different keys. */
	readonly spell: (key: Key) => string;
}

/** An item that a picker offers. */
export interface PickerItem<Key> {
	readonly key: Key;
	/** Whether it belongs to a folder of the workspace. */
	readonly isInProject: boolean;
}

/** The items of a picker, each once, those of the workspace's projects first. */
export function pickerItems<Key>({ known, inProject, spell }: Offer<Key>): readonly PickerItem<Key>[] {
	const all = [
		...inProject.map((key) => ({ key, isInProject: true })),
		...known.map((key) => ({ key, isInProject: false })),
	];
	const unique = new Map<string, PickerItem<Key>>();
	for (const one of all) if (!unique.has(spell(one.key))) unique.set(spell(one.key), one);
	return [...unique.values()];
}

/** The description of an item in a picker. */
export const offerDescription = (instance: string, isInProject: boolean): string =>
	isInProject ? `${instance} · this project` : instance;
