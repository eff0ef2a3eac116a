import type { Method } from '../contract/row.ts';
import { type Area, families } from '../webhooks/families.ts';
import { listRows } from './lists.ts';
import { repositoryRows } from './repositories.ts';
import { trackerRows } from './trackers.ts';

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
		// The contract requires only the read permission for setting the status of a patchset.
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
