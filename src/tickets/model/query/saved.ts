/** A named query below a tracker. */
export interface SavedQuery {
	readonly name: string;
	readonly text: string;
}

export const defaultQueries: readonly SavedQuery[] = [
	{ name: 'Open', text: 'status:open' },
	{ name: 'Submitted by me', text: 'submitter:me status:open' },
	{ name: 'Assigned to me', text: 'assigned:me status:open' },
	{ name: 'Recently resolved', text: 'status:closed sort:updated' },
];

/** Reads the queries of the setting, without those that are invalid. Without any valid query, returns the default ones. */
export function readQueries(setting: unknown): readonly SavedQuery[] {
	const read = Array.isArray(setting) ? setting.flatMap(readQuery) : [];
	return read.length > 0 ? makeNamesUnique(read) : defaultQueries;
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
