import * as v from 'valibot';
import { each, or, type Read } from '../contract/read.ts';

export const Webhook = v.object({
	id: v.number(),
	created: or(v.string(), ''),
	events: or(each(v.string()), []),
	url: or(v.string(), ''),
});
export type Webhook = Read<typeof Webhook>;

/** `sync` is for the hooks of a repository: the push waits for the answer and prints it. */
export const WebhookCreation = v.strictObject({
	url: v.string(),
	events: v.array(v.string()),
	sync: v.exactOptional(v.boolean()),
});

/** One attempt to notify a hook of an event. */
export const Delivery = v.object({
	/** The delivery's UUID. A redelivery keeps it. */
	id: v.string(),
	created: or(v.string(), ''),
	event: or(v.string(), ''),
	url: or(v.string(), ''),
	payload: or(v.string(), ''),
	payload_headers: or(v.string(), ''),
	response: or(v.string(), ''),
	/** -1 while there is no answer, or if none came. */
	response_status: or(v.number(), -1),
	response_headers: or(v.string(), ''),
});
export type Delivery = Read<typeof Delivery>;

/** What remains of a deleted resource. */
export const Gone = v.object({ id: v.number() });
