import { ForgeError } from '../contract/errors.ts';
import type { Webhook } from '../shapes/webhooks.ts';
import { isUncertain } from './families.ts';

/** The calls of a family (`webhookRows`) that create and delete hooks of one resource. */
interface HookCalls {
	readonly create: (hook: { readonly url: string; readonly events: readonly string[] }) => Promise<Webhook>;
	readonly remove: (hook: number) => Promise<unknown>;
}

interface Subscription {
	readonly hooks: readonly Webhook[];
	/** The events of the family that this forge does not support. */
	readonly refused: readonly string[];
}

/**
 * Subscribes to events of a family. One event that the forge does not support makes it refuse the whole hook. In that case, tries
 * again without the events that the refusal names. A server does not reliably name them. If it does not, tries again without the
 * event that is `isUncertain`, if there is one, and then with a separate hook for each event.
 */
export async function subscribe(
	{ create, remove }: HookCalls,
	url: string,
	events: readonly string[],
): Promise<Subscription> {
	const tryToCreate = (some: readonly string[]) => create({ url, events: some }).catch(refusalOf);
	const all = await tryToCreate(events);
	if (!(all instanceof ForgeError)) return { hooks: [all], refused: [] };
	const named = events.filter((event) => all.reasons.some(({ reason }) => reason === event));
	if (named.length > 0 && named.length < events.length) {
		const others = events.filter((event) => !named.includes(event));
		const { hooks, refused } = await subscribe({ create, remove }, url, others);
		return { hooks, refused: [...named, ...refused] };
	}
	const uncertain = events.filter(isUncertain);
	if (uncertain.length === 1 && events.length > 1) {
		const others = await tryToCreate(events.filter((event) => !isUncertain(event)));
		if (!(others instanceof ForgeError)) return { hooks: [others], refused: uncertain };
	}
	const hooks: Webhook[] = [];
	const refused: string[] = [];
	try {
		for (const event of events) {
			const hook = await tryToCreate([event]);
			if (hook instanceof ForgeError) refused.push(event);
			else hooks.push(hook);
		}
	} catch (error) {
		// Remove the hooks that were created, so that a failed subscription leaves none behind.
		await Promise.allSettled(hooks.map(({ id }) => remove(id)));
		throw error;
	}
	if (hooks.length === 0) throw all;
	return { hooks, refused };
}

/** Returns an error that is a refusal, and throws any other. */
function refusalOf(error: unknown): ForgeError {
	if (error instanceof ForgeError && error.kind === 'refused') return error;
	throw error;
}
