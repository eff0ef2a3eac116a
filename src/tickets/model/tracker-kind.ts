import type { Ownership, ShownOwnership } from '../../platform/model/ownership.ts';

/** Commands for own or for pinned trackers: only rows of those offer them in the menu, and they refuse any other tracker. */
export const trackerKinds = {
	editTracker: 'own',
	deleteTracker: 'own',
	unpinTracker: 'pinned',
} as const satisfies Record<string, Ownership>;

/** The context value of a tracker's row, by which the view chooses its menus. */
export const contextOf = (ownership: ShownOwnership): string => `tracker ${ownership}`;
