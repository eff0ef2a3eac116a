import type { SavedQuery } from '../../../platform/model/saved-queries.ts';

/** Shown while the user has no valid query. */
export const defaultQueries: readonly SavedQuery[] = [
	{ name: 'Open', text: 'status:open' },
	{ name: 'Submitted by me', text: 'submitter:me status:open' },
	{ name: 'Assigned to me', text: 'assigned:me status:open' },
	{ name: 'Recently resolved', text: 'status:closed sort:updated' },
];
