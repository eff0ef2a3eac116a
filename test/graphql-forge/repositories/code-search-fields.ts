import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { RepositoryRecord } from '../../../src/sandbox/repositories/repository-record.ts';
import { queryError } from '../server/errors.ts';
import { properties, type Resolvers } from '../server/resolvers.ts';
import { searchCode } from './code-search.ts';

/** The fields of `newer.graphqls`. */
export const codeSearchFields = ({ drift, repositories }: GraphqlParts): Resolvers => ({
	Version: { features: () => ({ codeSearch: true }) },
	Features: properties('codeSearch'),
	Repository: {
		codeSearch: (repository: RepositoryRecord, { query }: { query: string }) => {
			if (drift.has('code-not-indexed'))
				throw queryError('Code search is not enabled on this instance', 'ERR_UNSUPPORTED');
			return searchCode(repositories.bare(repository), query);
		},
	},
	CodeSearchCursor: properties('totalFiles', 'totalMatches', 'results'),
	FileMatch: properties('name', 'lines'),
	LineMatch: properties('line', 'lineNo', 'fragments'),
	LineFragment: properties('lineOffset', 'length'),
});
