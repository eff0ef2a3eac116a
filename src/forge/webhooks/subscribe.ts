import { ForgeError } from '../contract/errors.ts';
import type { Webhook } from '../shapes/webhooks.ts';
import { isUncertain } from './families.ts';

/** The calls of a family (`webhookRows`) that create and delete hooks of one resource. */
interface HookCalls {
	readonly create: (hook: { readonly url: string; readonly events: readonly string[] }) => Promise<Webhook>;
	readonly remove: (hook: number) => Promise<void>;
}

interface Subscription {
	readonly hooks: readonly Webhook[];
	/** The events of the family that this forge does not support. */
	readonly refused: readonly string[];
}

/**
 * Subscribes to events of a family. A server refuses the whole hook because of one event that it does not support, and does not
 * reliably say which. In that case, if one of the events is known to belong to another family on some servers, the others get a hook. If the
 * server refuses that too, each event that it supports gets a separate hook.
 */
export async function subscribe(
	{ create, remove }: HookCalls,
	url: string,
	events: readonly string[],
): Promise<Subscription> {
	const refusal = await create({ url, events }).catch(refusalOf);
	if (!(refusal instanceof ForgeError)) return { hooks: [refusal], refused: [] };
	const uncertain = events.filter(isUncertain);
	if (uncertain.length === 1 && events.length > 1) {
		const others = events.filter((event) => !isUncertain(event));
		const hook = await create({ url, events: others }).catch(refusalOf);
		if (!(hook instanceof ForgeError)) return { hooks: [hook], refused: uncertain };
	}
	const hooks: Webhook[] = [];
	const refused: string[] = [];
	try {
		for (const event of events) {
			const hook = await create({ url, events: [event] }).catch(refusalOf);
			if (hook instanceof ForgeError) refused.push(event);
			else hooks.push(hook);
		}
	} catch (error) {
		// Remove the hooks that were created, so that a failed subscription leaves none behind.
		await Promise.allSettled(hooks.map(({ id }) => remove(id)));
		throw error;
	}
	if (hooks.length === 0) throw refusal;
	return { hooks, refused };
}

function refusalOf(error: unknown): ForgeError {
	if (error instanceof ForgeError && error.kind === 'refused') return error;
	throw error;
}
