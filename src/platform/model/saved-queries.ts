/** A named query that a view shows. */
export interface SavedQuery {
	readonly name: string;
	readonly text: string;
}

/** Reads the queries of a setting, without those that are invalid. */
export function readSavedQueries(setting: unknown): readonly SavedQuery[] {
	return makeNamesUnique(Array.isArray(setting) ? setting.flatMap(readQuery) : []);
}

/** Makes the names of queries unique, because the rows of a view need unique names. */
function makeNamesUnique(queries: readonly SavedQuery[]): readonly SavedQuery[] {
	const names = new Set<string>();
	return queries.map(({ name, text }) => {
		let uniqueName = name;
		for (let nth = 2; names.has(uniqueName); nth++) uniqueName = `${name} (${nth})`;
		names.add(uniqueName);
		return { name: uniqueName, text };
	});
}

function readQuery(entry: unknown): SavedQuery[] {
	if (typeof entry !== 'object' || entry === null) return [];
	const name: unknown = Reflect.get(entry, 'name');
	const text: unknown = Reflect.get(entry, 'query');
	return typeof name === 'string' && name.trim() !== '' && typeof text === 'string' ? [{ name, text }] : [];
}
