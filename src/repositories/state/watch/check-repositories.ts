import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../../forge/client/connect.ts';
import type { repositoryExtraRows } from '../../../forge/rows/repositories.ts';
import { itemsCheck } from '../../../platform/state/watch/items-check.ts';
import { referencesOf } from '../references.ts';
import type { RepositoryCache } from '../repository-cache.ts';

/** A forge answers requests of at most 200 points, and each repository costs 12. */
const maxChecked = 16;

/** Checks the details and references of several repositories at once. Those with more than a page of references count as changed. */
export const repositoriesCheck = (extras: Client<typeof repositoryExtraRows>) =>
	itemsCheck({
		most: maxChecked,
		isKnown: ({ asOf, lastError, details, history, head }: RepositoryCache) =>
			asOf !== undefined &&
			!lastError &&
			(details === undefined || details.value !== undefined) &&
			// While the default branch does not move, its newest commits do not change. They may be older than the branch if they could not be read with
			// it. An empty repository has neither.
			history.newest?.id === head,
		ask: async (caches, signal) => {
			const repositories = caches.map(({ key: { owner, repository } }) => ({ owner, repository }));
			return (await extras.newestInRepositories({}, { repositories }, { signal })).repositories;
		},
		isUnchanged: ({ key, details, references }, { owner, repository, references: found, ...newest }) => {
			const { description, visibility, updated } = newest;
			const known = details?.value;
			return (
				key.owner === owner &&
				key.repository === repository &&
				(!known || isDeepStrictEqual({ ...known, description, visibility, updated }, known)) &&
				isDeepStrictEqual(referencesOf({ references: found, log: null }), references)
			);
		},
	});
