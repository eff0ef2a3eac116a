/** A named query that a view shows. */
export interface SavedQuery {
	readonly name: string;
	readonly text: string;
}

/** The entries of a setting: queries, and whatever else the user has written there. */
export type QueryEntries = readonly unknown[];

/** Reads the queries of a setting, without those that are invalid. */
export function readSavedQueries(setting: unknown): readonly SavedQuery[] {
	return storedQueries(Array.isArray(setting) ? setting : []).map(({ name, text }) => ({ name, text }));
}

/** Changes the name or the text of a query, and leaves everything else as it is. Undefined if there is no query of this name. */
export function changeQuery(
	entries: QueryEntries,
	name: string,
	change: Partial<SavedQuery>,
): QueryEntries | undefined {
	const index = indexOfQuery(entries, name);
	const entry = index === undefined ? undefined : entries[index];
	if (index === undefined || typeof entry !== 'object' || entry === null) return undefined;
	const changed = {
		...entry,
		...(change.name !== undefined && { name: change.name }),
		...(change.text !== undefined && { query: change.text }),
	};
	return entries.toSpliced(index, 1, changed);
}

/** The position of a query among the entries; undefined if there is no query of this name. */
export const indexOfQuery = (entries: QueryEntries, name: string): number | undefined =>
	storedQueries(entries).find((query) => query.name === name)?.index;

export const toEntry = ({ name, text }: SavedQuery): unknown => ({ name, query: text });

/** The queries with unique names, because the rows of a view need unique names. */
function storedQueries(entries: QueryEntries): readonly (SavedQuery & { readonly index: number })[] {
	const names = new Set<string>();
	return entries.flatMap((entry, index) => {
		const query = readQuery(entry);
		if (!query) return [];
		let { name } = query;
		for (let nth = 2; names.has(name); nth++) name = `${query.name} (${nth})`;
		names.add(name);
		return { name, text: query.text, index };
	});
}

function readQuery(entry: unknown): SavedQuery | undefined {
	if (typeof entry !== 'object' || entry === null) return undefined;
	const name: unknown = Reflect.get(entry, 'name');
	const text: unknown = Reflect.get(entry, 'query');
	return typeof name === 'string' && name.trim() !== '' && typeof text === 'string'
		? { name, text }
		: undefined;
}
