import { webhookRows } from '../../forge/rows/webhooks.ts';
import type { Delivery } from '../../forge/shapes/webhooks.ts';
import { type Area, type Family, families } from '../../forge/webhooks/families.ts';
import { type Caller, covers } from './accounts.ts';
import type { Quirk } from './drift.ts';
import { type Hook, idOfTarget, readTarget } from './hook-target.ts';
import { invalid, missing, notYours, Refusal } from './refusal.ts';
import { type Route, serve } from './serve.ts';

/** The store of hooks behind the endpoints. */
export interface HookRegistry {
	/** Oldest first. */
	all(): readonly Hook[];
	/** Whether a hook may use an address. */
	mayReach(url: string): boolean;
	add(hook: Omit<Hook, 'id' | 'created'>): Hook;
	remove(hook: Hook): void;
	/** Newest first. */
	deliveriesOf(hook: Hook): readonly Delivery[];
	/** Sends a delivery again. Returns false if the hook may no longer receive it. */
	redeliver(hook: Hook, delivery: Delivery): boolean;
}

interface HookRoutesOptions {
	readonly registry: HookRegistry;
	readonly drift: ReadonlySet<Quirk>;
	/** Throws a `Refusal` if the caller may not see the resource that the parameters name. */
	readonly check: (family: Family, params: Record<string, string>, caller: Caller) => void;
	/** The `~name` of an owner, whichever form a path uses. */
	readonly canonicalOwner: (owner: string) => string;
}

interface HookBody {
	readonly url: string;
	readonly events: readonly string[];
	readonly sync?: boolean;
}

/** The routes of the webhooks of all families of an area. */
export function hookRoutes(area: Area, options: HookRoutesOptions): Route[] {
	return Object.entries(families).flatMap(([family, { area: itsArea, path }]) =>
		// The keys of the table are the families.
		itsArea === area ? familyRoutes(family as Family, path, options) : [],
	);
}

function familyRoutes(family: Family, path: string, options: HookRoutesOptions): Route[] {
	const { registry, check, canonicalOwner, drift } = options;
	const targetFor = (params: Record<string, string>, caller: Caller): string => {
		check(family, params, caller);
		const { owner, ticket } = params;
		return idOfTarget({
			...params,
			owner: owner === undefined ? `~${caller.account.name}` : canonicalOwner(owner),
			...(ticket !== undefined && { ticket: Number(ticket) }),
		});
	};
	const hooksOf = (target: string) =>
		registry
			.all()
			.filter((hook) => hook.query === undefined && hook.family === family && hook.place === target);
	const hookOf = (params: Record<string, string>, caller: Caller): Hook => {
		const hook = hooksOf(targetFor(params, caller)).find(({ id }) => String(id) === params.hook);
		if (!hook) throw missing();
		if (hook.token !== caller.token.value) throw notYours();
		return hook;
	};
	const deliveryOf = (hook: Hook, id: string | undefined): Delivery => {
		const delivery = registry.deliveriesOf(hook).find((one) => one.id === id);
		if (!delivery) throw missing();
		return delivery;
	};
	return serve(webhookRows(path), {
		hooks: ({ params, caller }) =>
			hooksOf(targetFor(params, caller))
				.filter(({ token }) => token === caller.token.value)
				.map(serializeHook)
				.reverse(),
		createHook: ({ params, body, caller }) => {
			const target = targetFor(params, caller);
			if (drift.has('tracker-hooks-refused') && /^(tracker|ticket)$/.test(family)) throw notYours();
			checkHook(family, target, body, caller, drift);
			const { url, events, sync = false } = body;
			if (!registry.mayReach(url)) {
				throw invalid('url', 'URL must lead to this machine, and not to the forge itself.');
			}
			const { value: token } = caller.token;
			return serializeHook(
				registry.add({ family, place: target, events: [...new Set(events)], url, sync, token }),
			);
		},
		hook: ({ params, caller }) => serializeHook(hookOf(params, caller)),
		deleteHook: ({ params, caller }) => {
			registry.remove(hookOf(params, caller));
		},
		deliveries: ({ params, caller }) => registry.deliveriesOf(hookOf(params, caller)),
		delivery: ({ params, caller }) => deliveryOf(hookOf(params, caller), params.delivery),
		redeliver: ({ params, caller }) => {
			const hook = hookOf(params, caller);
			if (!registry.redeliver(hook, deliveryOf(hook, params.delivery))) throw missing();
		},
	});
}

function checkHook(
	family: Family,
	target: string,
	{ url, events, sync }: HookBody,
	{ account, token }: Caller,
	drift: ReadonlySet<Quirk>,
): void {
	if (!/^https?:\/\/./.test(url) || !URL.canParse(url))
		throw invalid('url', 'URL must be an HTTP(S) address.');
	if (events.length === 0) throw invalid('events', 'Events must be a non-empty array.');
	for (const event of events) {
		const scope = scopeOf(family, event, drift);
		if (scope === undefined) throw invalid('events', `Unsupported event ${event}`);
		if (!covers(token.scopes, scope)) {
			throw new Refusal(403, `Your OAuth token is not permitted to subscribe to ${event} (needs ${scope})`);
		}
	}
	if (sync !== undefined && family !== 'repository') throw invalid('sync', 'Sync is for repositories.');
	// A push waits for the hook and prints its answer, so only the owner of the repository may create it.
	if (sync && readTarget(target).owner !== `~${account.name}`) throw notYours();
}

/** The scope that an event requires; undefined if the family has no such event. */
function scopeOf(family: Family, event: string, drift: ReadonlySet<Quirk>): string | undefined {
	const known: Readonly<Record<string, { readonly scope: string }>> = families[family].events;
	if (drift.has('event-on-tracker') && event === 'event:create') {
		if (family === 'trackersUser') return undefined;
		if (family === 'tracker') return families.ticket.events[event].scope;
	}
	return known[event]?.scope;
}

const serializeHook = ({ id, created, events, url }: Hook) => ({ id, created, events: [...events], url });
