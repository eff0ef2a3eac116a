/** Whether a tracker of the view is the account's own, or one of another user that the account has pinned. */
export type TrackerKind = 'own' | 'pinned';

export const kindOf = (owner: string, me: string): TrackerKind => (owner === me ? 'own' : 'pinned');

/** Commands for trackers of one kind: only rows of that kind offer them in the menu, and they refuse any other tracker. */
export const trackerKinds = {
	editTracker: 'own',
	deleteTracker: 'own',
	unpinTracker: 'pinned',
} as const satisfies Record<string, TrackerKind>;

/** The context value of a tracker's row, by which the view chooses its menus. */
export const contextOf = (kind: TrackerKind): string => `tracker ${kind}`;
