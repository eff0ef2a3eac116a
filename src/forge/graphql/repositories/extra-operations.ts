import type { repositoryExtraRows } from '../../rows/repositories.ts';
import { combinedRead } from '../combined-read.ts';
import type { Operations } from '../connect-graphql.ts';
import { bothForms } from '../document.ts';
import { newestInRepositories, readNewestInRepositories } from './newest-in-repositories.ts';
import { openedRepository, readOpenedInOlder, readOpenedRepository } from './opened-repository.ts';
import { codeSearch, searchCode } from './search-code.ts';

/** What only GraphQL offers of repositories. */
export const repositoryExtraOperations: Operations<typeof repositoryExtraRows> = {
	openRepository: {
		scopes: ['REPOSITORIES:RO', 'PROFILE:RO', 'OBJECTS:RO'],
		documents: [...bothForms(openedRepository.whole), ...bothForms(openedRepository.smaller)],
		run: combinedRead(readOpenedRepository, combinedRead(readOpenedInOlder)),
	},
	newestInRepositories: {
		scopes: ['REPOSITORIES:RO', 'OBJECTS:RO'],
		documents: [newestInRepositories(1)],
		run: (call, _params, names) => readNewestInRepositories(call, names),
	},
	searchCode: {
		scopes: ['REPOSITORIES:RO'],
		documents: bothForms(codeSearch),
		run: (call, params, query) => searchCode(call, params, query),
	},
};
