import { firstRowsOf, type Page } from '../document.ts';
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
import type { RepositoryAddress } from './git/ask-git.ts';
import { completeReferences } from './read-references.ts';
import { commitOf, repositoryOf } from './values.ts';

/** A repository with its first references and the newest commits of its default branch. */
export const openedRepository = repositoryResource.parts<{
	readonly details: RepositoryData & RepositoryAddress;
	readonly references: ReferencesData;
	readonly log: { readonly log: Page<CommitData> };
}>({ details: '...repository', references: referencesPage, log: logPage }, `${repository} ${commit}`);

/** Leaves out the references, and the log, if they could not be read: an empty repository has no log. */
export async function readOpenedRepository(call: GraphqlCall, params: RepositoryParams): Promise<unknown> {
	const { details, references, log } = await repositoryResource.askParts(
		call,
		params,
		openedRepository,
		(part) => {
			const found = part('details');
			return found && { details: found, references: part('references'), log: part('log') };
		},
	);
	return {
		repository: repositoryOf(details),
		references: references && firstRowsOf(await completeReferences(call, details, references), (one) => one),
		log: log?.log.results.map(commitOf),
	};
}
