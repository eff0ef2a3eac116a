import type { RepositoryKey } from '../../platform/model/keys.ts';
import { type Ownership, ownershipOf } from '../../platform/model/ownership.ts';
import type { RepositoryAccount } from '../state/repositories.ts';

/** The part of an account that is needed here. */
type Owner = Pick<RepositoryAccount, 'session'> & {
	readonly repositories: Pick<RepositoryAccount['repositories'], 'names'>;
};

/** The known repositories of an account: its own, then those it has pinned. */
export const repositoriesOf = (
	{ session, repositories }: Owner,
	ownership?: Ownership,
): readonly RepositoryKey[] =>
	repositories.names
		.filter(({ owner }) => ownership === undefined || ownershipOf(owner, session.account) === ownership)
		.map(({ owner, name }) => ({ account: session.id, owner, repository: name }));
