import type { RepositoryKey } from '../../platform/model/keys.ts';
import { type Ownership, ownershipOf } from '../../platform/model/ownership.ts';
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
