import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { RepositoryDetails } from '../../../src/sandbox/repositories/hosted.ts';
import type { RepositoryRecord, Visibility } from '../../../src/sandbox/repositories/repository-record.ts';
import type { Caller } from '../../../src/sandbox/server/accounts.ts';
import { queryError } from '../server/errors.ts';
import type { Call, Resolvers } from '../server/resolvers.ts';

interface RepositoryInput {
	readonly name?: string | null;
	readonly description?: string | null;
	readonly visibility?: Uppercase<Visibility> | null;
	readonly HEAD?: string | null;
}

/** The changes of repositories. Only the owner may make them. */
export function repositoryMutations({ repositories }: GraphqlParts): Resolvers[string] {
	const ownRepository = (id: number, { account }: Caller): RepositoryRecord => {
		const repository = repositories.byId(id);
		if (repository?.owner === account.name) return repository;
		throw queryError(`No repository by ID ${id} found for this user`, 'ERR_NOT_FOUND');
	};
	const setDefaultBranch = async (repository: RepositoryRecord, branch: string) => {
		const bare = repositories.bare(repository);
		const name = `refs/heads/${branch}`;
		if (!(await bare.references()).some((reference) => reference.name === name))
			throw queryError('There is no such branch.', 'ERR_INVALID_INPUT', 'HEAD');
		await bare.setDefaultBranch(name);
	};
	return {
		createRepository: (_: unknown, { name, ...rest }: RepositoryInput & { name: string }, { caller }: Call) =>
			repositories.create(caller.account, { ...given(rest), name }),
		updateRepository: async (
			_: unknown,
			{ id, input }: { id: number; input: RepositoryInput },
			{ caller }: Call,
		) => {
			const repository = ownRepository(id, caller);
			if (input.HEAD != null) await setDefaultBranch(repository, input.HEAD);
			return repositories.update(caller.account, repository.name, given(input));
		},
		deleteRepository: async (_: unknown, { id }: { id: number }, { caller }: Call) => {
			const repository = ownRepository(id, caller);
			await repositories.delete(caller.account, repository.name);
			return repository;
		},
	};
}

/** The values that are given. A description of null removes it. */
const given = ({ name, description, visibility }: RepositoryInput): RepositoryDetails => ({
	...(name != null && { name }),
	...(description !== undefined && { description: description ?? '' }),
	...(visibility != null && { visibility: visibilities[visibility] }),
});

const visibilities = { PUBLIC: 'public', UNLISTED: 'unlisted', PRIVATE: 'private' } as const;
