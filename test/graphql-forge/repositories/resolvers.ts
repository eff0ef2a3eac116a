import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { RepositoryRecord } from '../../../src/sandbox/repositories/repository-record.ts';
import type { Account } from '../../../src/sandbox/server/accounts.ts';
import { mergeResolvers } from '../server/common-resolvers.ts';
import { type PageArgs, pageFields, pageOf } from '../server/cursors.ts';
import { orNull } from '../server/or-null.ts';
import type { Call, GraphqlArea } from '../server/resolvers.ts';
import { blobFile } from './blob-file.ts';
import { codeSearchFields } from './code-search-fields.ts';
import { repositoryHookFields } from './hook-fields.ts';
import { objectFields } from './object-fields.ts';
import { repositoryFields } from './repository-fields.ts';
import { repositoryMutations } from './repository-mutations.ts';

interface RepositoriesArgs extends PageArgs {
	readonly filter?: { readonly count: number } | null;
}

/** A moment in microseconds, as servers order repositories. Those of the state have only milliseconds, so the number follows. */
const orderOf = ({ id, updated }: RepositoryRecord) => Date.parse(updated) * 1000 + (id % 1000);

/** The GraphQL of the repositories. It has the state, the operations and the permissions of REST. */
export function repositoriesArea(parts: GraphqlParts): GraphqlArea {
	const { drift, repositories } = parts;
	const isOlder = drift.has('older-repositories');
	return {
		isOlder,
		hasUsed: (account) => repositories.of(account, account).length > 0,
		file: (path, caller) => blobFile(parts, path, caller),
		resolvers: [repositoryHookFields(parts), ...(isOlder ? [] : [codeSearchFields(parts)])].reduce(
			mergeResolvers,
			{
				User: {
					repository: (account: Account, { name }: { name: string }, { caller }: Call) =>
						orNull(drift, () => repositories.find(account, name, caller.account)),
					repositories: (account: Account, { cursor = null, filter }: RepositoriesArgs, { caller }: Call) =>
						pageOf(repositories.of(account, caller.account), orderOf, { cursor, count: filter?.count }),
				},
				...repositoryFields(parts),
				...objectFields(parts),
				Mutation: repositoryMutations(parts),
				RepositoryCursor: pageFields,
				ReferenceCursor: pageFields,
				CommitCursor: pageFields,
				TreeEntryCursor: pageFields,
			},
		),
	};
}
