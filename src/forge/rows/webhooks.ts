import { get, many, nothing, one, post, remove } from '../contract/row.ts';
import { Delivery, Webhook, WebhookCreation } from '../shapes/webhooks.ts';

/**
 * The endpoints below every family of webhooks. None requires a scope by itself: creating a hook requires the scopes of its
 * events. In REST, only the token that created a hook can see and delete it. In GraphQL, a personal token can see and delete those of all
 * programs of its account.
 */
export const webhookRows = <const Path extends string>(family: Path) => ({
	hooks: get(`${family}/webhooks` as const, null, many(Webhook)),
	createHook: post(`${family}/webhooks` as const, null, WebhookCreation, one(Webhook)),
	hook: get(`${family}/webhooks/:hook` as const, null, one(Webhook)),
	deleteHook: remove(`${family}/webhooks/:hook` as const, null),
	deliveries: get(`${family}/webhooks/:hook/deliveries` as const, null, many(Delivery)),
	delivery: get(`${family}/webhooks/:hook/deliveries/:delivery` as const, null, one(Delivery)),
	redeliver: post(`${family}/webhooks/:hook/deliveries/:delivery/redeliver` as const, null, null, nothing),
});
