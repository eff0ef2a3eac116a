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
 * `contract`: the words of the contract alone. `practice`: what servers know beside them. A server that refuses a word
 * that it does not know is asked with the other list.
 */
export type Wording = 'contract' | 'practice';

/** What a token needs for a set of rows, in alphabetical order. */
export function scopesOf(rows: Iterable<Scoped>, wording: Wording = 'practice'): string[] {
	const scopes = new Set<string>();
	for (const { method, scope } of rows) {
		if (scope === null) continue;
		scopes.add(scope);
		if (wording === 'contract') continue;
		// The contract asks only for the right to read where the status of a patchset is set.
		if (method !== 'GET') scopes.add(scope.replace(/:read$/, ':write'));
		if (scope === 'emails:read') scopes.add('email:read');
	}
	return [...scopes].sort();
}

const tables = { lists: listRows, repositories: repositoryRows, trackers: trackerRows };

/** What a token needs for everything that an area offers, its webhooks included. */
export function scopesOfArea(area: Area, wording?: Wording): string[] {
	const events = Object.values(families)
		.filter((family) => family.area === area)
		.flatMap((family) => Object.values<{ scope: string }>(family.events));
	return scopesOf(
		[...Object.values(tables[area]), ...events.map(({ scope }) => ({ method: 'GET' as const, scope }))],
		wording,
	);
}

/** How the services are called in scopes: a name or a client id, by area; different on every instance. */
export type Prefixes = { readonly [A in Area]?: string };

/**
 * Scopes as a door of the identity service wants them: the code flow separates them by blanks, the legacy exchange by
 * commas, and each may want the name of its service before it.
 */
export function written(
	scopes: { readonly [A in Area]?: readonly string[] },
	door: 'code' | 'exchange',
	prefixes: Prefixes = {},
): string {
	const words = (['lists', 'repositories', 'trackers'] as const).flatMap((area) => {
		const prefix = prefixes[area];
		return (scopes[area] ?? []).map((scope) => (prefix === undefined ? scope : `${prefix}/${scope}`));
	});
	return [...new Set(words)].join(door === 'code' ? ' ' : ',');
}
