import { rowsPerPage } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { listResource } from '../named-resource.ts';
import type { FullListData, SetData } from './documents.ts';
import { permissionsOf, setOf } from './values.ts';

interface NewestData {
	readonly description: string | null;
	readonly access: FullListData['access'];
	readonly emails: { readonly results: readonly { readonly id: number }[] } | null;
	readonly patches: {
		readonly results: readonly (SetData & { readonly superseded_by: { readonly id: number } | null })[];
	} | null;
}

/**
 * The details of lists, and what shows whether their newest mails and patchsets have changed. Costs 18 points for each. Leaves out the senders
 * and submitters: one that cannot be shown would make the whole list fail.
 */
export const newestInLists = (count: number) =>
	listResource.several<NewestData>(
		count,
		`description access: defaultACL { browse reply post moderate } emails { results { id } }
		patches { results { id updated status superseded_by: supersededBy { id } } }`,
	);

interface ListNames {
	readonly lists: readonly { readonly owner: string; readonly list: string }[];
}

/** Reads the newest mails and patchsets of lists. A list that is missing or hidden, or of which a part failed, is left out. */
export async function readNewestInLists(call: GraphqlCall, { lists }: ListNames): Promise<unknown> {
	return {
		lists: await listResource.askSeveral(call, lists, newestInLists, (found, name) => {
			const { description, access, emails, patches } = found;
			if (description === undefined || !access || !emails || !patches) return undefined;
			return {
				...name,
				description,
				permissions: permissionsOf(access),
				mails: emails.results.map(({ id }) => id),
				patchsets: patches.results.map(setOf),
				areAllPatchsets: patches.results.length < rowsPerPage,
			};
		}),
	};
}
