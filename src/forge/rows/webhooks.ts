import { get, many, nothing, one, post, remove } from '../row.ts';
import { Delivery, Webhook, WebhookCreation } from '../shapes/webhooks.ts';

/**
 * The endpoints that stand under every family of webhooks. None asks for a scope of its own: making a hook takes the
 * scopes of its events. A hook is seen and deleted only with the token that made it.
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
