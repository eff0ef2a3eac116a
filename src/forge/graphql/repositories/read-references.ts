import type { PageData } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type RepositoryParams, repositoryResource } from '../named-resource.ts';
import { pageWithGaps } from '../page-with-gaps.ts';
import { type ReferencesData, references } from './documents.ts';
import { GitProtocol, type RepositoryForGit } from './git/ask-git.ts';
import { type ReferenceData, referencesInGit } from './git/references-in-git.ts';

/** A page of the references of a repository. */
export async function readReferences(call: GraphqlCall, params: RepositoryParams): Promise<unknown> {
	const { cursor } = call;
	const found = await repositoryResource.ask(
		call,
		params,
		references,
		{ cursor },
		(repository) => repository,
	);
	if (cursor === undefined) {
		const page = await completeReferences(call, found, found);
		return pageWithGaps(page, cursor, (reference) => reference);
	}
	return pageWithGaps(withoutSymbolic(found.references), cursor, (reference) => reference);
}

/**
 * The first page of references. Servers lose references at the boundaries of pages, so if there are several pages, all references are read
 * in git's own protocol instead. The first one is `HEAD`, with the name of the default branch.
 */
export async function completeReferences(
	call: GraphqlCall,
	repository: RepositoryForGit,
	found: ReferencesData,
): Promise<PageData<ReferenceData>> {
	const hasMore = found.references.next !== null;
	const all = hasMore ? await referencesInGit(new GitProtocol(call, repository)) : undefined;
	return all ? withHead(found, { results: all, next: null }) : firstReferences(found);
}

/** The first page of references, as the server has listed them. */
export const firstReferences = (found: ReferencesData): PageData<ReferenceData> =>
	withHead(found, withoutSymbolic(found.references));

/** Puts `HEAD`, with the name of the default branch, before the others. */
function withHead(
	{ HEAD }: ReferencesData,
	{ results, next }: PageData<ReferenceData>,
): PageData<ReferenceData> {
	const head = HEAD?.name;
	const first = head?.startsWith('refs/heads/') ? [{ name: 'HEAD', target: head }] : [];
	return { results: [...first, ...results], next };
}

/** References that lead to another reference are not in the list of REST. */
const withoutSymbolic = ({ results, next }: PageData<ReferenceData>): PageData<ReferenceData> => ({
	// A reference without a target is left to the shape, which leaves it out and says so.
	results: results.filter(({ target }) => target === null || /^[0-9a-f]{40,}$/.test(target)),
	next,
});
