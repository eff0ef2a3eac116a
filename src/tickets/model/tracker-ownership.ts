import type { Ownership, ShownOwnership } from '../../platform/model/ownership.ts';

/** The commands that work only on own or only on pinned trackers. The menus of other trackers do not offer them. */
export const requiredOwnership = {
	editTracker: 'own',
	deleteTracker: 'own',
	createLabel: 'own',
	editLabel: 'own',
	deleteLabel: 'own',
	unpinTracker: 'pinned',
} as const satisfies Record<string, Ownership>;

/** The context value of a tracker's row, by which the view chooses its menus. */
export const contextOf = (ownership: ShownOwnership, maySubmit: boolean): string =>
	`tracker ${ownership}${maySubmit ? '' : ' noSubmit'}`;
