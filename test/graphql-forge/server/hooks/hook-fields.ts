import type { Delivery } from '../../../../src/forge/shapes/webhooks.ts';
import type { Family } from '../../../../src/forge/webhooks/families.ts';
import { graphqlName } from '../../../../src/forge/webhooks/graphql-events.ts';
import type { GraphqlParts } from '../../../../src/sandbox/graphql-api.ts';
import { type PageArgs, pageFields, pageOf } from '../cursors.ts';
import { queryError } from '../errors.ts';
import { type Call, properties, type Resolvers } from '../resolvers.ts';
import type { AreaHooks, HookConfig, HookSource } from './area-hooks.ts';

const targetOf = ({ caller }: Call) => ({ owner: `~${caller.account.name}` });
const orNull = (answer: string | number) => (answer === '' || Number(answer) < 0 ? null : answer);

/** The fields of one kind of hooks. */
export const subscriptionFields = ({ hooks }: GraphqlParts): Resolvers[string] => ({
	...properties('id', 'query', 'url'),
	events: ({ family, events }: HookSource) => events.map((event) => graphqlName(family, event) ?? event),
	deliveries: (hook: HookSource, args: PageArgs) => {
		const deliveries = hooks.registry.deliveriesOf(hook);
		return pageOf(deliveries, (one) => deliveries.length - deliveries.indexOf(one), args);
	},
});

/** The resolvers of `hooks.graphqls`. `family` is that of the hooks of an account. */
export const hookFields = (parts: GraphqlParts, area: AreaHooks, family: Family): Resolvers => ({
	Query: {
		userWebhooks: (_: unknown, __: PageArgs, call: Call) => area.page(family, targetOf(call), call),
		userWebhook: (_: unknown, { id }: { id: number }, call: Call) =>
			area.find(family, targetOf(call), id, call),
		webhook: (_: unknown, __: unknown, { webhook }: Call) => {
			if (webhook) return webhook;
			throw queryError('webhook may only be used in the query of a webhook', 'ERR_INVALID_INPUT');
		},
	},
	Mutation: {
		createUserWebhook: (_: unknown, { config }: { config: HookConfig }, call: Call) =>
			area.create(family, targetOf(call), config, call),
		deleteUserWebhook: (_: unknown, { id }: { id: number }, call: Call) => area.remove(family, id, call),
	},
	UserWebhookSubscription: subscriptionFields(parts),
	WebhookDelivery: {
		uuid: ({ id }: Delivery) => id,
		date: ({ created }: Delivery) => created,
		...properties('event'),
		requestBody: ({ payload }: Delivery) => payload,
		responseBody: ({ response }: Delivery) => orNull(response),
		responseHeaders: ({ response_headers: headers }: Delivery) => orNull(headers),
		responseStatus: ({ response_status: status }: Delivery) => orNull(status),
	},
	WebhookSubscriptionCursor: pageFields,
	WebhookDeliveryCursor: pageFields,
});

/** The fields of the payload of an event. */
export const payloadFields = (...names: readonly string[]): Resolvers[string] =>
	properties('uuid', 'event', 'date', ...names);
