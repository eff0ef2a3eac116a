import { ForgeError } from '../../contract/errors.ts';
import type { webhookRows } from '../../rows/webhooks.ts';
import { type Family, families } from '../../webhooks/families.ts';
import { contractName, graphqlName } from '../../webhooks/graphql-events.ts';
import type { Operations } from '../connect-graphql.ts';
import { fieldsOf } from '../document.ts';
import { findInPages } from '../find-in-pages.ts';
import type { GraphqlCall } from '../graphql-call.ts';
import {
	allHooks,
	type DeliveriesData,
	deleteHook,
	deliveriesOfHook,
	type HookData,
	oneHook,
} from './documents.ts';
import { type HookParams, hookFamilies } from './hook-families.ts';
import { storedQuery } from './stored-queries.ts';

type WebhookOperations = Operations<ReturnType<typeof webhookRows<string>>>;

/** The rows of the webhooks of a family, in their order. */
export function webhookOperations(family: Family): WebhookOperations {
	const { type, scopes, query, createDocument, numberDocuments = [], create } = hookFamilies[family];
	const all = query(allHooks);
	const one = query(oneHook);
	const deliveries = query(deliveriesOfHook);
	const remove = deleteHook(type);

	const toContract = (hook: HookData) => ({
		...fieldsOf(hook),
		events: hook.events.map((name) => contractName(family, name)),
	});
	const readDeliveries = async (call: GraphqlCall, params: HookParams, cursor: string | undefined) => {
		const answer = await deliveries.ask(call, params, { hook: Number(params.hook), cursor });
		return pageOf(answer, (name) => contractName(family, name));
	};
	const findDelivery = async (call: GraphqlCall, params: HookParams) => {
		const readPage = (cursor: string | undefined) => readDeliveries(call, params, cursor);
		const found = await findInPages(call, readPage, ({ id }) => id === params.delivery);
		if (found) return found;
		throw new ForgeError('missing', 'The forge no longer has this delivery.');
	};
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
		deliveries: {
			scopes,
			documents: deliveries.documents,
			run: (call, params: HookParams) => readDeliveries(call, params, call.cursor),
		},
		delivery: { scopes, documents: deliveries.documents, run: findDelivery },
		redeliver: null,
	};
}

/** The names of events in GraphQL. The refusal of events that it does not have names all of them, as `subscribe` needs. */
function graphqlNames(family: Family, events: readonly string[]): readonly string[] {
	const missing = events.filter((event) => graphqlName(family, event) === undefined);
	if (missing.length > 0)
		throw new ForgeError('refused', `This forge has no event ${missing.join(' or ')}.`, {
			reasons: missing.map((event) => ({ field: 'events', reason: event })),
		});
	return events.flatMap((event) => graphqlName(family, event) ?? []);
}

/** A page of deliveries as REST sends it. */
function pageOf({ url, deliveries }: DeliveriesData, nameOf: (name: string) => string) {
	const results = deliveries.results.map((one) => ({ ...fieldsOf(one), url, event: nameOf(one.event) }));
	return { ...deliveries, results };
}
