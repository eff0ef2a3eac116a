import type { Ownership, ShownOwnership } from '../../platform/model/ownership.ts';

/** Which lists a command accepts: the user's own, or pinned ones. Menus of other lists do not offer it. */
export const listKinds = {
	editList: 'own',
	unpinList: 'pinned',
} as const satisfies Record<string, Ownership>;

/** The context value of a mailing list's row, which decides what its menus contain. */
export const contextOf = (ownership: ShownOwnership, isSubscribed: boolean): string =>
	`list ${ownership}${isSubscribed ? ' subscribed' : ''}`;
