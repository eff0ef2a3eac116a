import { fieldOf } from '../../../base/field-of.ts';
import { firstRowsOf, type PageData } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type RepositoryParams, repositoryResource } from '../named-resource.ts';
import {
	type CommitData,
	commit,
	logPage,
	type ReferencesData,
	type RepositoryData,
	referencesPage,
	repository,
} from './documents.ts';
import type { RepositoryForGit } from './git/ask-git.ts';
import { completeReferences } from './read-references.ts';
import { commitOf, repositoryOf } from './values.ts';

/** Makes a query for a repository with its first references and the newest commits of its default branch. */
const openRepository = (besides = '') =>
	repositoryResource.parts<{
		readonly details: RepositoryData & RepositoryForGit;
		readonly references: ReferencesData;
		readonly log: { readonly log: PageData<CommitData> };
	}>(
		{ details: '...repository', references: referencesPage, log: logPage },
		`${repository} ${commit}`,
		besides,
	);

export const openedRepository = {
	whole: openRepository('version { features { code_search: codeSearch } }'),
	/** Versions before June 2026 do not say whether they can search code. */
	smaller: openRepository(),
};

/** Leaves out the references, and the log, if they could not be read: an empty repository has no log. */
async function read(
	call: GraphqlCall,
	params: RepositoryParams,
	query: (typeof openedRepository)['whole'],
): Promise<object> {
	const { details, references, log, version } = await repositoryResource.askParts(
		call,
		params,
		query,
		(part, answer) => {
			const found = part('details');
			const parts = { references: part('references'), log: part('log') };
			return found && { details: found, ...parts, version: fieldOf(answer, 'version') };
		},
	);
	return {
		repository: repositoryOf(details),
		references: references && firstRowsOf(await completeReferences(call, details, references), (one) => one),
		log: log?.log.results.map(commitOf),
		has_code_search: fieldOf(fieldOf(version, 'features'), 'code_search'),
	};
}

export const readOpenedRepository = (call: GraphqlCall, params: RepositoryParams): Promise<unknown> =>
	read(call, params, openedRepository.whole);

/** The same from a version that has no search of code. */
export const readOpenedInOlder = async (call: GraphqlCall, params: RepositoryParams): Promise<unknown> => ({
	...(await read(call, params, openedRepository.smaller)),
	has_code_search: false,
});
