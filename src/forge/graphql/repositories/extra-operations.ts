import type { repositoryExtraRows } from '../../rows/repositories.ts';
import { combinedRead } from '../combined-read.ts';
import type { Operations } from '../connect-graphql.ts';
import { bothForms } from '../document.ts';
import { openedRepository, readOpenedRepository } from './opened-repository.ts';

/** What only GraphQL offers of repositories. */
export const repositoryExtraOperations: Operations<typeof repositoryExtraRows> = {
	openRepository: {
		scopes: ['REPOSITORIES:RO', 'PROFILE:RO', 'OBJECTS:RO'],
		documents: bothForms(openedRepository),
		run: combinedRead(readOpenedRepository),
	},
};
