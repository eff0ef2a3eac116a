import type { Ownership, ShownOwnership } from '../../platform/model/ownership.ts';

/**
 * The commands that are only for own or only for pinned repositories. The menus of other rows do not have them, and they refuse other
 * repositories.
 */
export const repositoryKinds = {
	editRepository: 'own',
	changeRepositoryVisibility: 'own',
	deleteRepository: 'own',
	unpinRepository: 'pinned',
} as const satisfies Record<string, Ownership>;

/** The context value of a repository's row, which decides what its menus contain. */
export const contextOf = (ownership: ShownOwnership): string => `repository ${ownership}`;
