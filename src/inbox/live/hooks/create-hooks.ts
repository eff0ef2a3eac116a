import { listAll } from '../../../forge/client/pages.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { Webhook } from '../../../forge/shapes/webhooks.ts';
import type { Family } from '../../../forge/webhooks/families.ts';
import { subscribe } from '../../../forge/webhooks/subscribe.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import type { WebhookClient } from '../../../signin/connections/connection.ts';
import { canOnlyUserHelp } from '../polling/read-failures.ts';
import { scopeOfEvent } from './hook-events.ts';

/** The requests about the hooks of one target. */
export interface TargetCalls {
	/** The hooks that the current token has created, also on other machines. In GraphQL, also those of other programs. */
	readonly list: () => Promise<readonly Webhook[]>;
	readonly create: (hook: { readonly url: string; readonly events: readonly string[] }) => Promise<Webhook>;
	readonly remove: (hook: number) => Promise<void>;
}

export const callsOf = (
	client: WebhookClient,
	{ params, sync }: HookTarget,
	signal: AbortSignal,
): TargetCalls => ({
	list: () => listAll(client.hooks(params, { signal })),
	create: ({ url, events }) =>
		client.createHook(params, { url, events: [...events], ...(sync && { sync }) }, { signal }),
	remove: (hook) => client.deleteHook({ ...params, hook }, { signal }),
});

interface CreatedHooks {
	readonly hooks: readonly number[];
	/** The events that the forge refuses. */
	readonly refused: readonly string[];
}

interface HooksToCreate {
	readonly family: Family;
	readonly url: string;
	readonly events: readonly string[];
	/** The hooks at this address that an interrupted attempt has created. Those are kept that have events which no other has. */
	readonly existing: readonly Webhook[];
}

/** Has the forge deliver events to an address. Leaves out the events that it refuses. Fails if it refuses all of them. */
export async function createHooks(
	calls: TargetCalls,
	{ family, url, events, existing }: HooksToCreate,
): Promise<CreatedHooks> {
	const useful: Webhook[] = [];
	/** The events of the useful hooks. */
	const covered = new Set<string>();
	// Hooks with the most events come first, because they make others needless.
	for (const hook of existing.toSorted((a, b) => b.events.length - a.events.length)) {
		if (hook.events.every((event) => covered.has(event))) {
			await removeHooks(calls, [hook.id]);
			continue;
		}
		useful.push(hook);
		for (const event of hook.events) covered.add(event);
	}
	const wanted = events.filter((event) => !covered.has(event));
	const hooks = useful.map(({ id }) => id);
	if (wanted.length === 0) return { hooks, refused: [] };
	try {
		const added = await subscribeToAllowed(calls, family, url, wanted);
		return { hooks: [...hooks, ...added.hooks], refused: added.refused };
	} catch (error) {
		if (hooks.length > 0 && canOnlyUserHelp(error)) return { hooks, refused: wanted };
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

/**
 * Removes hooks. Ignores those that are gone and those of another token, which end with that token. Returns false if it ignored any.
 */
export async function removeHooks(calls: TargetCalls, hooks: readonly number[]): Promise<boolean> {
	let areAllRemoved = true;
	for (const hook of hooks) {
		await calls.remove(hook).catch((error: unknown) => {
			if (!canOnlyUserHelp(error)) throw error;
			areAllRemoved = false;
		});
	}
	return areAllRemoved;
}
