import * as v from 'valibot';
import { each, maybe } from '../contract/read.ts';

const UpdatedRef = v.object({
	/** Null for a new or deleted reference. The forge does not send its name, so `bodyInPayload` leaves the name empty. */
	ref: maybe(v.object({ name: v.string() })),
	old: maybe(v.unknown()),
	new: maybe(v.unknown()),
});

/** The answer to a stored query. It has a `body`, or `updates` for a push. */
const Payload = v.object({
	data: v.object({
		webhook: v.object({
			uuid: v.string(),
			body: maybe(v.unknown()),
			pusher: maybe(v.unknown()),
			updates: maybe(each(UpdatedRef)),
		}),
	}),
});

/** The body of a delivery in GraphQL, as REST sends it. Undefined if the stored query failed. */
export function bodyInPayload(json: unknown): unknown {
	const { success, output } = v.safeParse(Payload, json);
	if (!success) return undefined;
	const { uuid, body, pusher, updates } = output.data.webhook;
	if (updates === null) return body;
	const refs = updates.map(({ ref, ...change }) => ({ name: ref?.name ?? '', ...change }));
	return { push: uuid, pusher, refs };
}
