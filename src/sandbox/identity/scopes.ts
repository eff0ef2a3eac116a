import type { Quirk } from '../drift.ts';

/** An area as scopes call it where they name one, as in `todo.sr.ht/tickets:write`. */
type Area = 'meta' | 'lists' | 'git' | 'todo';

interface Known {
	readonly area: Area;
	/** Its name in tokens of the newer form, and where they are asked for. */
	readonly newer: string;
	readonly writable: boolean;
	/** What a person gives away by it. */
	readonly what: string;
}

const catalogue: Readonly<Record<string, Known>> = {
	profile: { area: 'meta', newer: 'PROFILE', writable: false, what: 'your profile' },
	emails: { area: 'lists', newer: 'EMAILS', writable: false, what: 'the mails that you sent to lists' },
	lists: { area: 'lists', newer: 'LISTS', writable: true, what: 'mailing lists' },
	patches: { area: 'lists', newer: 'PATCHES', writable: true, what: 'patchsets and their status' },
	subs: { area: 'lists', newer: 'SUBSCRIPTIONS', writable: true, what: 'your subscriptions' },
	info: { area: 'git', newer: 'REPOSITORIES', writable: true, what: 'repositories and their details' },
	data: { area: 'git', newer: 'OBJECTS', writable: false, what: 'what is in the repositories' },
	trackers: { area: 'todo', newer: 'TRACKERS', writable: true, what: 'trackers and labels' },
	tickets: { area: 'todo', newer: 'TICKETS', writable: true, what: 'tickets and comments' },
};

/** Every scope there is, without `*`. */
export const allScopes = (drift: ReadonlySet<Quirk>): readonly string[] =>
	Object.entries(catalogue).flatMap(([known, { writable }]) => {
		const name = known === 'emails' && drift.has('email-read') ? 'email' : known;
		return writable ? [`${name}:read`, `${name}:write`] : [`${name}:read`];
	});

/** The scopes that were asked for, or why they cannot be had. */
export type Asked = { readonly scopes: readonly string[] } | { readonly refused: string };

/**
 * Scopes as a client writes them, in the form of the contract: `tickets:write`, alone or after the name of its service
 * (`todo/tickets:write`, `todo.example.org/tickets:write`). Real servers know them with the service only, and newer ones
 * by other names (`git.sr.ht/REPOSITORIES:RW`), of which each service has a `PROFILE`.
 */
export function parseScopes(words: readonly string[], drift: ReadonlySet<Quirk>): Asked {
	const scopes = new Set<string>();
	for (const word of words) {
		if (word === '*') {
			scopes.add('*');
			continue;
		}
		const [, area, written = '', access = ''] =
			/^(?:([a-z]+)(?:\.[a-z0-9.-]+)?\/)?([a-z]+):(\w+)$/i.exec(word) ?? [];
		const emails = drift.has('email-read') && written === 'email';
		const name = emails ? 'emails' : (olderName(written) ?? written.toLowerCase());
		const right = { ro: 'read', rw: 'write' }[access.toLowerCase()] ?? access;
		const known = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
		const bare = area === undefined && drift.has('scopes-name-service') && name !== 'profile';
		const misnamed = drift.has('email-read') && written === 'emails';
		if (!known || bare || misnamed || (area !== undefined && area !== known.area && name !== 'profile')) {
			return { refused: `Unknown scope ${word}` };
		}
		if (right !== 'read' && right !== 'write') return { refused: `Unknown access in scope ${word}` };
		if (right === 'write' && !known.writable) return { refused: `Write access not permitted for ${name}` };
		scopes.add(`${emails ? 'email' : name}:${right}`);
	}
	return { scopes: [...scopes] };
}

/** A scope as answers name it. */
export function namedScope(scope: string, drift: ReadonlySet<Quirk>): string {
	const area = catalogue[nameOf(scope)]?.area;
	const qualified = drift.has('scopes-name-service') && area !== undefined && area !== 'meta';
	return qualified ? `${area}.sr.ht/${scope}` : scope;
}

/**
 * Scopes as they stand in a token of the newer form. Real servers leave them out where everything is allowed, so there
 * the token that allows nothing names what everybody may ask: whose it is.
 */
export function recordedScopes(scopes: readonly string[], drift: ReadonlySet<Quirk>): string {
	if (!drift.has('scopes-name-service')) return scopes.join(' ');
	if (scopes.includes('*')) return '';
	const names = (scopes.length === 0 ? ['profile:read'] : scopes).flatMap((scope) => {
		const known = catalogue[nameOf(scope)];
		const access = scope.endsWith(':write') ? 'RW' : 'RO';
		return known ? [`${known.area}.sr.ht/${known.newer}:${access}`] : [];
	});
	return names.join(' ');
}

/** What a scope allows, as a sentence could go on after "It may". */
export function meaningOf(scope: string): string {
	if (scope === '*') return 'do everything that you can do';
	const { what } = catalogue[nameOf(scope)] ?? { what: scope };
	return `${scope.endsWith(':write') ? 'read and change' : 'read'} ${what}`;
}

const olderName = (newer: string) => Object.keys(catalogue).find((name) => catalogue[name]?.newer === newer);

const nameOf = (scope: string) => scope.replace(/:.*/, '').replace(/^email$/, 'emails');
