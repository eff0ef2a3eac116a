import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import { mergeResolvers } from '../server/common-resolvers.ts';
import { pageFields } from '../server/cursors.ts';
import type { GraphqlArea } from '../server/resolvers.ts';
import { entityFields } from './entities.ts';
import { listHookFields } from './hook-fields.ts';
import { listFields } from './list-fields.ts';
import { listMutations } from './list-mutations.ts';
import { mailFields } from './mail-fields.ts';
import { mailFile } from './mail-files.ts';

/** The GraphQL of the mailing lists. It has the state, the operations and the permissions of REST. */
export function listsArea(parts: GraphqlParts): GraphqlArea {
	const { state } = parts.lists;
	return {
		hasUsed: ({ name, email }) =>
			state.lists.some(({ owner }) => owner === name) ||
			state.subscriptions.some(({ subscriber }) => subscriber === name) ||
			state.mails.some(({ from }) => from === email.toLowerCase()),
		file: (path, caller) => mailFile(parts, path, caller),
		resolvers: mergeResolvers(listHookFields(parts), {
			...mergeResolvers(listFields(parts), mailFields(parts)),
			...entityFields,
			Mutation: listMutations(parts),
			MailingListCursor: pageFields,
			ThreadCursor: pageFields,
			EmailCursor: pageFields,
			PatchsetCursor: pageFields,
			ActivitySubscriptionCursor: pageFields,
		}),
	};
}
