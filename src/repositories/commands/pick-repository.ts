import { pickItem } from '../../platform/editor/boxes/pick-item.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import type { Ownership } from '../../platform/model/ownership.ts';
import { offerDescription } from '../../platform/view/picker-items.ts';
import type { RepositoryAccount } from '../state/repositories.ts';
import { type RepositorySource, repositoryChoices } from './repository-choices.ts';

const kind = {
	itemName: 'repository',
	itemsName: 'repositories',
	icon: 'repo',
	nameOf: repositoryRef,
	none: {
		any: 'You have no repositories yet. Create or pin one first.',
		own: 'You have no repositories of your own.',
		pinned: 'You have no pinned repositories.',
	},
	ownOf: ({ repositories }: RepositoryAccount) => repositories.own,
};

/** Asks for the repository of a command; undefined if the user cancels, or is told that there is none. */
export const pickRepository = (
	{ accounts, project }: RepositorySource,
	title: string,
	ownership?: Ownership,
): Promise<RepositoryKey | undefined> =>
	pickItem<RepositoryAccount, RepositoryKey>(kind, {
		accounts,
		title,
		ownership,
		offer: async () =>
			(await repositoryChoices({ accounts, project }, ownership)).map(({ key, isInProject }) => {
				const instance = accounts.find(({ session }) => session.id === key.account)?.instance.name ?? '';
				return { key, description: offerDescription(instance, isInProject) };
			}),
	});
