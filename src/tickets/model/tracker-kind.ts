/** What a tracker of the view is to an account: one of its own, or one of somebody else that it has pinned. */
export type TrackerKind = 'own' | 'pinned';

export const kindOf = (owner: string, me: string): TrackerKind => (owner === me ? 'own' : 'pinned');

/** The commands that are for trackers of one kind: no other row offers them in its menu, and they refuse any other tracker. */
export const trackerKinds = {
	editTracker: 'own',
	deleteTracker: 'own',
	unpinTracker: 'pinned',
} as const satisfies Record<string, TrackerKind>;

/** What the menus of the view know of the row of a tracker. */
export const contextOf = (kind: TrackerKind): string => `tracker ${kind}`;
