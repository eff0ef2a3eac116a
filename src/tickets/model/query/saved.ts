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
