import type { Ownership, ShownOwnership } from '../../platform/model/ownership.ts';

/** Commands for own or for pinned repositories: only rows of those offer them in the menu, and they refuse any other repository. */
export const repositoryKinds = {
	editRepository: 'own',
	changeRepositoryVisibility: 'own',
	deleteRepository: 'own',
	unpinRepository: 'pinned',
} as const satisfies Record<string, Ownership>;

/** The context value of a repository's row, by which the view chooses its menus. */
export const contextOf = (ownership: ShownOwnership): string => `repository ${ownership}`;
