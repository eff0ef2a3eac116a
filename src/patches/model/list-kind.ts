import type { Ownership, ShownOwnership } from '../../platform/model/ownership.ts';

/** Commands for own mailing lists only, or for pinned ones only. They refuse other lists, whose menus do not have them. */
export const listKinds = {
	editList: 'own',
	unpinList: 'pinned',
} as const satisfies Record<string, Ownership>;

/** The context value of a mailing list's row, which decides what its menus contain. */
export const contextOf = (ownership: ShownOwnership, isSubscribed: boolean): string =>
	`list ${ownership}${isSubscribed ? ' subscribed' : ''}`;

/** What an account needs to show mailing lists. */
export const listsArea = { area: 'lists', scopes: ['lists:read', 'patches:read'] } as const;
