import { idOfRepository, type RepositoryKey } from '../../platform/model/keys.ts';
import { type Ownership, ownershipOf } from '../../platform/model/ownership.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { placeItems } from '../../platform/view/item-account.ts';
import { type PickerItem, pickerItems } from '../../platform/view/picker-items.ts';
import { repositoriesArea } from '../model/repository-kind.ts';
import type { RepositoryAccount } from '../state/repositories.ts';

/** An account and the names of its repositories. */
type AccountWithNames = Pick<RepositoryAccount, 'session'> & {
	readonly repositories: Pick<RepositoryAccount['repositories'], 'names'>;
};

/** The known repositories of an account, only own or only pinned ones if asked for: its own first. */
export const repositoriesOf = (
	{ session, repositories }: AccountWithNames,
	ownership?: Ownership,
): readonly RepositoryKey[] =>
	repositories.names
		.filter(({ owner }) => ownership === undefined || ownershipOf(owner, session.account) === ownership)
		.map(({ owner, name }) => ({ account: session.id, owner, repository: name }));

/** Where a picker finds repositories. */
export interface RepositorySource {
	readonly accounts: readonly RepositoryAccount[];
	/** The repositories of the workspace's projects. */
	readonly project?: ProjectItems | undefined;
}

/** The known repositories of all accounts, those of the workspace's projects first. */
export async function repositoryChoices(
	{ accounts, project }: RepositorySource,
	ownership?: Ownership,
): Promise<readonly PickerItem<RepositoryKey>[]> {
	const placed = await placeItems(project, accounts, repositoriesArea, ({ account, owner, name }) =>
		account.connection.repositories?.repository({ owner, repository: name }),
	);
	const known = accounts.flatMap((account) => repositoriesOf(account, ownership));
	const names = new Set(known.map(idOfRepository));
	const inProject = placed
		.map(({ account, owner, name }) => ({ account: account.session.id, owner, repository: name }))
		.filter((key) => ownership === undefined || names.has(idOfRepository(key)));
	return pickerItems({ known, inProject, spell: idOfRepository });
}
