import { readSavedQueries, type SavedQuery } from '../../../platform/model/saved-queries.ts';

export const defaultQueries: readonly SavedQuery[] = [
	{ name: 'Open', text: 'status:open' },
	{ name: 'Submitted by me', text: 'submitter:me status:open' },
	{ name: 'Assigned to me', text: 'assigned:me status:open' },
	{ name: 'Recently resolved', text: 'status:closed sort:updated' },
];

/** Reads the queries of the setting. Without any valid query, returns the default ones. */
export function readQueries(setting: unknown): readonly SavedQuery[] {
	const read = readSavedQueries(setting);
	return read.length > 0 ? read : defaultQueries;
}
