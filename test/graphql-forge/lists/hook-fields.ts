import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { MailingList } from '../../../src/sandbox/lists/state.ts';
import { mergeResolvers } from '../server/common-resolvers.ts';
import type { PageArgs } from '../server/cursors.ts';
import { queryError } from '../server/errors.ts';
import { AreaHooks, type HookConfig } from '../server/hooks/area-hooks.ts';
import { hookFields, payloadFields, subscriptionFields } from '../server/hooks/hook-fields.ts';
import type { Call, Resolvers } from '../server/resolvers.ts';

interface CreationArgs {
	readonly listId: number;
	readonly config: HookConfig;
}

/** The webhooks of lists, and of what happens to those of an account. */
export function listHookFields(parts: GraphqlParts): Resolvers {
	const { state, access } = parts.lists;
	const area = new AreaHooks(parts, 'lists', 'lists.sr.ht');
	const targetOf = ({ owner, name }: MailingList) => ({ owner: `~${owner}`, list: name });
	return mergeResolvers(hookFields(parts, area, 'listsUser'), {
		MailingList: {
			webhooks: (list: MailingList, _: PageArgs, call: Call) => area.page('list', targetOf(list), call),
			webhook: (list: MailingList, { id }: { id: number }, call: Call) =>
				area.find('list', targetOf(list), id, call),
		},
		MailingListWebhookSubscription: subscriptionFields(parts),
		MailingListEvent: payloadFields('list'),
		EmailEvent: payloadFields('email'),
		PatchsetEvent: payloadFields('patchset'),
		Mutation: {
			createMailingListWebhook: (_: unknown, { listId, config }: CreationArgs, call: Call) => {
				const list = state.lists.find(({ id }) => id === listId);
				if (list && access.may('browse', list, call.caller.account))
					return area.create('list', targetOf(list), config, call);
				throw queryError('No such list', 'ERR_NOT_FOUND');
			},
			deleteMailingListWebhook: (_: unknown, { id }: { id: number }, call: Call) =>
				area.remove('list', id, call),
		},
	});
}
