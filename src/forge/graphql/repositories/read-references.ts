import type { GraphqlCall } from '../graphql-call.ts';
import { type RepositoryParams, repositoryResource } from '../named-resource.ts';
import { pageWithGaps } from '../page-with-gaps.ts';
import { references } from './documents.ts';
import { GitProtocol } from './git/ask-git.ts';
import { referencesInGit } from './git/references-in-git.ts';

/**
 * A page of the references of a repository. Servers lose references at the boundaries of pages, so if there are several pages, all
 * references are read in git's own protocol instead. The first one is `HEAD`, with the name of the default branch.
 */
export async function readReferences(call: GraphqlCall, params: RepositoryParams): Promise<unknown> {
	const variables = { cursor: call.cursor };
	const { page, git, head } = await repositoryResource.ask(
		call,
		params,
		references,
		variables,
		(repository) => ({
			page: repository.references,
			git: new GitProtocol(call, repository),
			head: repository.HEAD?.name,
		}),
	);
	const first =
		call.cursor === undefined && head?.startsWith('refs/heads/') ? [{ name: 'HEAD', target: head }] : [];
	const isLong = call.cursor === undefined && page.next !== null;
	const all = isLong ? await referencesInGit(git) : undefined;
	if (all) return { results: [...first, ...all], next: null };
	// Others that lead to another reference are not in the list of REST.
	const results = page.results.filter(({ target }) => /^[0-9a-f]{40,}$/.test(target));
	return pageWithGaps({ ...page, results: [...first, ...results] }, call.cursor, (reference) => reference);
}
