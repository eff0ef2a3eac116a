import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../../forge/client/connect.ts';
import type { repositoryExtraRows } from '../../../forge/rows/repositories.ts';
import type { NewestInRepository } from '../../../forge/shapes/repositories.ts';
import { referencesOf } from '../references.ts';
import type { RepositoryCache } from '../repository-cache.ts';

/** A forge answers requests of at most 200 points, and each repository costs 12. */
export const maxChecked = 16;

/**
 * Asks for the details and the references of several repositories at once. A repository in which they are as they are known counts as just
 * read. The others, those with more than a page of references, and those that the forge does not show are left to reads of their own. Fails
 * with a `ForgeError`.
 */
export async function checkRepositories(
	caches: readonly RepositoryCache[],
	extras: Client<typeof repositoryExtraRows>,
	signal: AbortSignal,
): Promise<void> {
	const checked = caches.filter(isKnown);
	if (checked.length === 0) return;
	const names = checked.map(({ key: { owner, repository } }) => ({ owner, repository }));
	const { repositories } = await extras.newestInRepositories({}, { repositories: names }, { signal });
	for (const found of repositories) {
		const { owner, repository } = found;
		const cache = checked.find(({ key }) => key.owner === owner && key.repository === repository);
		if (cache && isKnown(cache) && isUnchanged(cache, found)) cache.confirm();
	}
}

const isKnown = ({ asOf, lastError, details, history, head }: RepositoryCache): boolean =>
	asOf !== undefined &&
	!lastError &&
	(details === undefined || details.value !== undefined) &&
	// The newest commits are as they are known if the default branch is, unless they could not be read with it. An empty repository has none.
	history.newest?.id === head;

function isUnchanged({ details, references }: RepositoryCache, found: NewestInRepository): boolean {
	const { description, visibility, updated } = found;
	const known = details?.value;
	const hasDetails =
		known === undefined || isDeepStrictEqual({ ...known, description, visibility, updated }, known);
	return (
		hasDetails && isDeepStrictEqual(referencesOf({ references: found.references, log: null }), references)
	);
}
