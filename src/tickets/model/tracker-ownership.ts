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

interface TrackerFacts {
	readonly ownership: ShownOwnership;
	readonly maySubmit: boolean;
	/** Null or undefined if it is not known. */
	readonly isSubscribed: boolean | null | undefined;
}

/** The context value of a tracker's row, by which the view chooses its menus. */
export const contextOf = ({ ownership, maySubmit, isSubscribed }: TrackerFacts): string =>
	[
		`tracker ${ownership}`,
		...(maySubmit ? [] : ['noSubmit']),
		...(isSubscribed == null ? [] : [isSubscribed ? 'subscribed' : 'unsubscribed']),
	].join(' ');
