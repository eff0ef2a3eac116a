import { ForgeError } from '../../contract/errors.ts';
import type { webhookRows } from '../../rows/webhooks.ts';
import { type Family, families } from '../../webhooks/families.ts';
import { contractName, graphqlName } from '../../webhooks/graphql-events.ts';
import type { Operations } from '../connect-graphql.ts';
import { fieldsOf } from '../document.ts';
import { allHooks, deleteHook, type HookData, oneHook } from './documents.ts';
import { type HookParams, hookFamilies } from './hook-families.ts';
import { storedQuery } from './stored-queries.ts';

type WebhookOperations = Operations<ReturnType<typeof webhookRows<string>>>;

/** The rows of the webhooks of a family, in their order. */
export function webhookOperations(family: Family): WebhookOperations {
	const { type, scopes, query, createDocument, numberDocuments = [], create } = hookFamilies[family];
	const all = query(allHooks);
	const one = query(oneHook);
	const remove = deleteHook(type);

	const toContract = (hook: HookData) => ({
		...fieldsOf(hook),
		events: hook.events.map((name) => contractName(family, name)),
	});
	return {
		hooks: {
			scopes,
			documents: all.documents,
			run: async (call, params: HookParams) => {
				const page = await all.ask(call, params, { cursor: call.cursor });
				return { ...page, results: page.results.map(toContract) };
			},
		},
		createHook: {
			scopes,
			documents: [createDocument, ...numberDocuments],
			run: async (call, params: HookParams, { url, events, sync }) => {
				if (sync) throw new ForgeError('refused', 'This forge does not show answers to pushes.');
				const config = {
					url,
					events: graphqlNames(family, events),
					query: storedQuery(families[family].area),
				};
				return toContract(await create(call, params, config));
			},
		},
		hook: {
			scopes,
			documents: one.documents,
			run: async (call, params: HookParams) =>
				toContract(await one.ask(call, params, { hook: Number(params.hook) })),
		},
		deleteHook: {
			scopes,
			documents: [remove],
			run: (call, params: HookParams) =>
				call.ask(remove, { hook: Number(params.hook) }, ({ deleted }) => deleted),
		},
		// A delivery is only a hint to read, so nothing reads what was delivered.
		deliveries: null,
		delivery: null,
		redeliver: null,
	};
}

/** The names of events in GraphQL. If some have no name there, the error names all of these, as `subscribe` needs. */
function graphqlNames(family: Family, events: readonly string[]): readonly string[] {
	const missing = events.filter((event) => graphqlName(family, event) === undefined);
	if (missing.length > 0)
		throw new ForgeError('refused', `This forge has no event ${missing.join(' or ')}.`, {
			reasons: missing.map((event) => ({ field: 'events', reason: event })),
		});
	return events.flatMap((event) => graphqlName(family, event) ?? []);
}
