import type { ShownOwnership } from '../../platform/model/ownership.ts';

/** The context value of a mailing list's row, which decides what its menus contain. */
export const contextOf = (ownership: ShownOwnership): string => `list ${ownership}`;

/** What an account needs to show mailing lists. */
export const listsArea = { area: 'lists', scopes: ['lists:read', 'patches:read'] } as const;
