import { covers } from '../../../forge/contract/covers.ts';
import { eventsOf, type Family, families } from '../../../forge/webhooks/families.ts';
import type { HookTarget } from '../../../platform/state/watch/watch-source.ts';

/** Events of account-wide hooks that the hooks of each tracker and list report too: if one is not allowed, nothing is missed. */
const reportedElsewhere: { readonly [F in Family]?: readonly string[] } = {
	trackersUser: ['ticket:create', 'event:create'],
	listsUser: ['email:received'],
};

/** The events of a family that a token may subscribe to. `scopes` is null if they are unknown. */
export const allowedEvents = (family: Family, scopes: readonly string[] | null): readonly string[] =>
	eventsOf(family).filter((event) => scopes === null || covers(scopes, scopeOfEvent(family, event)));

/** The scopes that the events of a family need and a token lacks. */
export const missingScopes = (family: Family, scopes: readonly string[]): readonly string[] => [
	...new Set(
		eventsOf(family)
			.map((event) => scopeOfEvent(family, event))
			.filter((scope) => !covers(scopes, scope)),
	),
];

/** Of the events that are not delivered to a target, those that nothing else reports. */
export const missedEvents = (family: Family, missing: readonly string[]): readonly string[] =>
	missing.filter((event) => !reportedElsewhere[family]?.includes(event));

/** The hooks of the owner's account that, by the contract, deliver what happens to the tickets of a tracker. */
export function ownersHooks(
	{ family, params }: HookTarget,
	user: string,
): { readonly target: HookTarget; readonly event: string } | undefined {
	if (family !== 'tracker' || params.owner !== user) return undefined;
	return { target: { family: 'trackersUser', params: {} }, event: 'event:create' };
}

/** The scope that an event needs. If only real servers have the event in this family, the contract names its scope in another family. */
export function scopeOfEvent(family: Family, event: string): string {
	for (const { events } of [families[family], ...Object.values(families)]) {
		const known: Readonly<Record<string, { readonly scope: string }>> = events;
		const scope = known[event]?.scope;
		if (scope !== undefined) return scope;
	}
	throw new RangeError(`${event} is not an event of ${family}.`);
}
