import { ForgeError } from './errors.ts';
import type { Webhook } from './shapes/webhooks.ts';

/** How hooks of one resource are made and deleted: calls of its family (`webhookRows`). */
interface HookCalls {
	readonly create: (hook: { readonly url: string; readonly events: readonly string[] }) => Promise<Webhook>;
	readonly remove: (hook: number) => Promise<void>;
}

interface Subscription {
	readonly hooks: readonly Webhook[];
	/** The events that this forge does not have in the family. */
	readonly refused: readonly string[];
}

/**
 * Subscribes to events of a family. Servers know different events in it, and refuse a hook for all of them because of one,
 * without saying in a dependable way which. Then each event gets a hook of its own, as far as the server knows it.
 */
export async function subscribe(
	{ create, remove }: HookCalls,
	url: string,
	events: readonly string[],
): Promise<Subscription> {
	const refusal = await create({ url, events }).catch(refusalOf);
	if (!(refusal instanceof ForgeError)) return { hooks: [refusal], refused: [] };
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
