import type { GraphqlCall } from '../graphql-call.ts';
import { type RepositoryParams, repositoryResource } from '../named-resource.ts';

/** What matches in the default branch. The forge has no further pages. */
export const codeSearch = repositoryResource.query<{ readonly codeSearch: object | null }>(
	'$query: String!',
	`codeSearch(query: $query) {
		total_files: totalFiles total_matches: totalMatches
		files: results { name lines { text: line number: lineNo matches: fragments { start: lineOffset length } } }
	}`,
);

export const searchCode = (
	call: GraphqlCall,
	params: RepositoryParams,
	variables: { readonly query: string },
): Promise<unknown> =>
	repositoryResource.ask(call, params, codeSearch, variables, (found) => found.codeSearch);
