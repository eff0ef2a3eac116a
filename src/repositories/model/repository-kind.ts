import type { Ownership, ShownOwnership } from '../../platform/model/ownership.ts';

/** Commands for own repositories only, or for pinned ones only. They refuse other repositories, whose menus do not have them. */
export const repositoryKinds = {
	editRepository: 'own',
	changeRepositoryVisibility: 'own',
	deleteRepository: 'own',
	answerPushes: 'own',
	unpinRepository: 'pinned',
} as const satisfies Record<string, Ownership>;

/** The context value of a repository's row, which decides what its menus contain. */
export const contextOf = (
	ownership: ShownOwnership,
	canAnswerPushes: boolean,
	canSearchCode: boolean,
): string =>
	['repository', ownership, !canAnswerPushes && 'noAnswers', !canSearchCode && 'noCodeSearch']
		.filter(Boolean)
		.join(' ');
