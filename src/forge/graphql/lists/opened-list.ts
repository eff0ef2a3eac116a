import { firstRowsOf } from '../document.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import { type ListParams, listResource } from '../named-resource.ts';
import { openedList } from './documents.ts';
import { listOf, mailOf, patchsetOf } from './values.ts';

/** Reads a list with its newest mails and patchsets. Leaves out those that could not be read, for example because of one without a sender. */
export async function readOpenedList(call: GraphqlCall, params: ListParams): Promise<unknown> {
	const { list, mails, patchsets } = await listResource.askParts(call, params, openedList, (part) => {
		const details = part('details');
		return (
			details && {
				list: listOf(details, part('rights')),
				mails: part('mails'),
				patchsets: part('patchsets'),
			}
		);
	});
	return {
		list,
		mails: firstRowsOf(mails?.emails, (mail) => mailOf(mail)),
		patchsets: firstRowsOf(patchsets?.patches, patchsetOf),
	};
}
