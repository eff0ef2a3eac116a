import { firstRowsOf, type PageData } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { repositoryResource } from '../named-resource.ts';
import { type ReferencesData, referencesPage } from './documents.ts';
import { firstReferences } from './read-references.ts';

interface NewestData extends ReferencesData {
	readonly description: string | null;
	readonly visibility: string;
	readonly updated: string;
}

/** The details of repositories, and their first references. Costs 12 points for each. */
export const newestInRepositories = (count: number) =>
	repositoryResource.several<NewestData>(count, `description visibility updated ${referencesPage}`);

interface RepositoryNames {
	readonly repositories: readonly { readonly owner: string; readonly repository: string }[];
}

/** Reads repositories. One that is missing or hidden, or of which a part failed, is left out. */
export async function readNewestInRepositories(
	call: GraphqlCall,
	{ repositories }: RepositoryNames,
): Promise<unknown> {
	return {
		repositories: await repositoryResource.askSeveral(
			call,
			repositories,
			newestInRepositories,
			(found, name) => {
				const { description, visibility, updated, references } = found;
				if (description === undefined || !visibility || !updated || !references) return undefined;
				const page: PageData<unknown> = firstReferences(found);
				return {
					...name,
					description,
					updated,
					visibility: visibility.toLowerCase(),
					references: firstRowsOf(page, (one) => one),
				};
			},
		),
	};
}
