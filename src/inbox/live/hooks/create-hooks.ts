import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Webhook } from '../../../forge/shapes/webhooks.ts';
import type { Family } from '../../../forge/webhooks/families.ts';
import { subscribe } from '../../../forge/webhooks/hook-subscription.ts';
import type { HookTarget } from '../../../platform/state/watch/watch-source.ts';
import type { WebhookClient } from '../../../signin/connections/connection.ts';
import { needsUser } from '../polling/read-failures.ts';
import { scopeOfEvent } from './hook-events.ts';

/** The webhooks of a target that the forge shows to a token. */
interface ListedHooks {
	readonly hooks: readonly Webhook[];
	/** False if the forge has more, but repeats a page in place of the next one. */
	readonly isComplete: boolean;
}

/** The requests about the webhooks of one target. */
export interface TargetCalls {
	readonly list: () => Promise<ListedHooks>;
	readonly create: (hook: { readonly url: string; readonly events: readonly string[] }) => Promise<Webhook>;
	/** Returns false if the forge does not have the webhook, or no longer has the target at this name. */
	readonly remove: (hook: number) => Promise<boolean>;
}

export const callsOf = (
	client: WebhookClient,
	{ params, sync }: HookTarget,
	signal: AbortSignal,
): TargetCalls => ({
	list: async () => {
		const hooks: Webhook[] = [];
		let isComplete = true;
		for await (const { rows, total = Number.POSITIVE_INFINITY, isLast } of client.hooks(params, { signal })) {
			for (const hook of rows) hooks.push(hook);
			isComplete = isLast || hooks.length >= total;
		}
		return { hooks, isComplete };
	},
	create: ({ url, events }) =>
		client.createHook(params, { url, events: [...events], ...(sync && { sync }) }, { signal }),
	remove: async (hook) => {
		try {
			await client.deleteHook({ ...params, hook }, { signal });
			return true;
		} catch (error) {
			if (error instanceof ForgeError && error.kind === 'missing') return false;
			throw error;
		}
	},
});

interface CreatedHooks {
	readonly hooks: readonly number[];
	/** The events that the forge does not have, or does not let the token subscribe to. */
	readonly refused: readonly string[];
}

interface HooksToCreate {
	readonly family: Family;
	readonly url: string;
	readonly events: readonly string[];
	/** The hooks at this address that exist already. A hook is kept if it has an event that no other hook has. */
	readonly existing: readonly Webhook[];
}

/**
 * Has the forge deliver events to an address. Leaves out the events that the forge refuses, and fails if it refuses all. `missing` are the events
 * that it does not deliver, perhaps only for now.
 */
export async function createHooks(
	calls: TargetCalls,
	{ family, url, events, existing }: HooksToCreate,
): Promise<CreatedHooks & { readonly missing: readonly string[] }> {
	const useful: Webhook[] = [];
	/** The events of the useful hooks. */
	const covered = new Set<string>();
	// Hooks with the most events come first, because they make others needless.
	for (const hook of existing.toSorted((a, b) => b.events.length - a.events.length)) {
		if (hook.events.every((event) => covered.has(event))) {
			await calls.remove(hook.id);
			continue;
		}
		useful.push(hook);
		for (const event of hook.events) covered.add(event);
	}
	const wanted = events.filter((event) => !covered.has(event));
	const hooks = useful.map(({ id }) => id);
	if (wanted.length === 0) return { hooks, refused: [], missing: [] };
	try {
		const added = await subscribeToAllowed(calls, family, url, wanted);
		return { hooks: [...hooks, ...added.hooks], refused: added.refused, missing: added.refused };
	} catch (error) {
		if (hooks.length > 0 && needsUser(error)) return { hooks, refused: [], missing: wanted };
		throw error;
	}
}

/** Subscribes to the events that the forge accepts. Also leaves out those for which the token lacks a permission, if the forge names it. */
async function subscribeToAllowed(
	calls: TargetCalls,
	family: Family,
	url: string,
	events: readonly string[],
): Promise<CreatedHooks> {
	try {
		const { hooks, refused } = await subscribe(calls, url, events);
		return { hooks: hooks.map(({ id }) => id), refused };
	} catch (error) {
		const scopes = error instanceof ForgeError ? error.scopes : [];
		const isAllowed = (event: string) => !scopes.includes(scopeOfEvent(family, event));
		const allowed = events.filter(isAllowed);
		if (allowed.length === 0 || allowed.length === events.length) throw error;
		const { hooks, refused } = await subscribeToAllowed(calls, family, url, allowed);
		return { hooks, refused: [...refused, ...events.filter((event) => !isAllowed(event))] };
	}
}
