import { type Area, families } from './families.ts';
import type { Method } from './row.ts';
import { listRows } from './rows/lists.ts';
import { repositoryRows } from './rows/repositories.ts';
import { trackerRows } from './rows/trackers.ts';

interface Scoped {
	readonly method: Method;
	readonly scope: string | null;
}

/**
 * `contract`: only the scopes of the contract. `practice`: also the other scopes that real servers use. If a server refuses a
 * scope that it does not know, the caller asks with the other list.
 */
export type Wording = 'contract' | 'practice';

/** The scopes that a token needs for a set of rows, in alphabetical order. */
export function scopesOf(rows: Iterable<Scoped>, wording: Wording = 'practice'): string[] {
	const scopes = new Set<string>();
	for (const { method, scope } of rows) {
		if (scope === null) continue;
		scopes.add(scope);
		if (wording === 'contract') continue;
		// The contract requires only the right to read for setting the status of a patchset.
		if (method !== 'GET') scopes.add(scope.replace(/:read$/, ':write'));
		if (scope === 'emails:read') scopes.add('email:read');
	}
	return [...scopes].sort();
}

const tables = { lists: listRows, repositories: repositoryRows, trackers: trackerRows };

/** The scopes that a token needs for everything that an area offers, including its webhooks. */
export function scopesOfArea(area: Area, wording?: Wording): string[] {
	const events = Object.values(families)
		.filter((family) => family.area === area)
		.flatMap((family) => Object.values<{ scope: string }>(family.events));
	return scopesOf(
		[...Object.values(tables[area]), ...events.map(({ scope }) => ({ method: 'GET' as const, scope }))],
		wording,
	);
}

/** The prefix of each area's service in scopes: a name or a client ID, which differs on every instance. */
export type Prefixes = { readonly [A in Area]?: string };

/**
 * Formats scopes for a sign-in method of the identity service. The code flow separates them with spaces, the legacy exchange with
 * commas, and each may require the service name as a prefix.
 */
export function writeScopes(
	scopes: { readonly [A in Area]?: readonly string[] },
	flow: 'code' | 'exchange',
	prefixes: Prefixes = {},
): string {
	const words = (['lists', 'repositories', 'trackers'] as const).flatMap((area) => {
		const prefix = prefixes[area];
		return (scopes[area] ?? []).map((scope) => (prefix === undefined ? scope : `${prefix}/${scope}`));
	});
	return [...new Set(words)].join(flow === 'code' ? ' ' : ',');
}
