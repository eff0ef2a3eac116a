import type { Quirk } from '../server/drift.ts';

/** The name of an area in scopes, as in `todo.sr.ht/tickets:write`. */
type Area = 'meta' | 'lists' | 'git' | 'todo';

interface KnownScope {
	readonly area: Area;
	/** The scope's name in tokens of the newer form and in requests for them. */
	readonly newer: string;
	readonly isWritable: boolean;
	/** Describes to the user what the scope gives access to. */
	readonly what: string;
}

const catalogue: Readonly<Record<string, KnownScope>> = {
	profile: { area: 'meta', newer: 'PROFILE', isWritable: false, what: 'your profile' },
	emails: { area: 'lists', newer: 'EMAILS', isWritable: false, what: 'the mails that you sent to lists' },
	lists: { area: 'lists', newer: 'LISTS', isWritable: true, what: 'mailing lists' },
	patches: { area: 'lists', newer: 'PATCHES', isWritable: true, what: 'patchsets and their status' },
	subs: { area: 'lists', newer: 'SUBSCRIPTIONS', isWritable: true, what: 'your subscriptions' },
	info: { area: 'git', newer: 'REPOSITORIES', isWritable: true, what: 'repositories and their details' },
	data: { area: 'git', newer: 'OBJECTS', isWritable: false, what: 'the contents of repositories' },
	trackers: { area: 'todo', newer: 'TRACKERS', isWritable: true, what: 'trackers and labels' },
	tickets: { area: 'todo', newer: 'TICKETS', isWritable: true, what: 'tickets and comments' },
};

const serviceOf = ({ area }: KnownScope) => `${area}.sr.ht`;

/** All scopes except `*`. A service that has GraphQL has only scopes in the words of GraphQL. */
export const allScopes = (
	drift: ReadonlySet<Quirk>,
	graphqlScopes: readonly string[] = [],
): readonly string[] => [
	...Object.entries(catalogue).flatMap(([known, scope]) => {
		if (graphqlScopes.some((name) => name.startsWith(`${serviceOf(scope)}/`))) return [];
		const name = known === 'emails' && drift.has('email-read') ? 'email' : known;
		return scope.isWritable ? [`${name}:read`, `${name}:write`] : [`${name}:read`];
	}),
	...graphqlScopes.flatMap((name) => [`${name}:RO`, `${name}:RW`]),
];

/** The requested scopes, or the reason for refusing them. */
export type ParsedScopes = { readonly scopes: readonly string[] } | { readonly refused: string };

/**
 * Parses scopes from a client, in the form of the contract: `tickets:write`, alone or after the name of its service
 * (`todo/tickets:write`, `todo.example.org/tickets:write`). Real servers require the service. Newer ones use other
 * names (`git.sr.ht/REPOSITORIES:RW`), and each of their services has a `PROFILE`. These stay as they are if they are
 * scopes of a service that has GraphQL.
 */
export function parseScopes(
	words: readonly string[],
	drift: ReadonlySet<Quirk>,
	graphqlScopes: readonly string[] = [],
): ParsedScopes {
	const scopes = new Set<string>();
	for (const word of words) {
		if (word === '*') {
			scopes.add('*');
			continue;
		}
		const grant = parseGrant(word);
		if (grant && graphqlScopes.includes(grant.name)) {
			scopes.add(`${grant.name}:${grant.access}`);
			continue;
		}
		const [, area, written = '', access = ''] =
			/^(?:([a-z]+)(?:\.[a-z0-9.-]+)?\/)?([a-z]+):(\w+)$/i.exec(word) ?? [];
		const isEmail = drift.has('email-read') && written === 'email';
		const name = isEmail ? 'emails' : (olderName(written) ?? written.toLowerCase());
		const right = { ro: 'read', rw: 'write' }[access.toLowerCase()] ?? access;
		const known = Object.hasOwn(catalogue, name) ? catalogue[name] : undefined;
		const lacksService = area === undefined && drift.has('scopes-name-service') && name !== 'profile';
		const isUnregistered = drift.has('email-read') && written === 'emails';
		if (
			!known ||
			lacksService ||
			isUnregistered ||
			(area !== undefined && area !== known.area && name !== 'profile')
		) {
			return { refused: `Unknown scope ${word}` };
		}
		if (right !== 'read' && right !== 'write') return { refused: `Unknown access in scope ${word}` };
		if (right === 'write' && !known.isWritable) return { refused: `Write access not permitted for ${name}` };
		scopes.add(`${isEmail ? 'email' : name}:${right}`);
	}
	return { scopes: [...scopes] };
}

/** A scope in the words of GraphQL. Without an access, it is for reading. */
function parseGrant(word: string) {
	const [, area, name, access = 'RO'] =
		/^([a-z]+)(?:\.[a-z0-9.-]+)?\/([A-Z_]+)(?::(RO|RW))?$/.exec(word) ?? [];
	return area === undefined ? undefined : { name: `${area}.sr.ht/${name}`, access };
}

/** A scope in the form that answers use. */
export function namedScope(scope: string, drift: ReadonlySet<Quirk>): string {
	const area = catalogue[nameOf(scope)]?.area;
	const qualified = drift.has('scopes-name-service') && area !== undefined && area !== 'meta';
	return qualified ? `${area}.sr.ht/${scope}` : scope;
}

/**
 * Scopes in the form that a token of the newer form records. Real servers, and those with GraphQL, record nothing for
 * `*`, so there a token without scopes records `profile:read`, which every token allows.
 */
export function recordedScopes(
	scopes: readonly string[],
	drift: ReadonlySet<Quirk>,
	graphqlScopes: readonly string[] = [],
): string {
	const namesService = drift.has('scopes-name-service');
	const recorded = scopes.length === 0 ? ['profile:read'] : scopes;
	if (!namesService && graphqlScopes.length === 0) return recorded.join(' ');
	if (scopes.includes('*')) return '';
	return recorded.map((scope) => (namesService ? newerName(scope) : scope)).join(' ');
}

/** A scope in the words of GraphQL, as tokens of real servers have it. */
function newerName(scope: string): string {
	const known = catalogue[nameOf(scope)];
	if (!known) return scope;
	return `${serviceOf(known)}/${known.newer}:${scope.endsWith(':write') ? 'RW' : 'RO'}`;
}

/**
 * What scopes allow, as a grant string of GraphQL: names such as `todo.sr.ht/TRACKERS:RW` with spaces between them, or
 * an empty string for everything. GraphQL has separate names for people and for the events of tickets, which REST
 * does not check.
 */
export function graphqlGrants(scopes: readonly string[]): string {
	if (scopes.includes('*')) return '';
	const grants = scopes.flatMap((scope) => {
		const known = catalogue[nameOf(scope)];
		if (!known) return [scope];
		const service = serviceOf(known);
		const events = known.newer === 'TICKETS' ? [`${service}/EVENTS:RO`] : [];
		return [newerName(scope), `${service}/PROFILE:RO`, ...events];
	});
	const isFromRest = scopes.length === 0 || scopes.some((scope) => catalogue[nameOf(scope)]);
	return [...new Set([...(isFromRest ? ['meta.sr.ht/PROFILE:RO'] : []), ...grants])].join(' ');
}

/** Describes what a scope allows, as a continuation of "It may". */
export function meaningOf(scope: string): string {
	if (scope === '*') return 'do everything that you can do';
	const isWrite = /:(write|RW)$/.test(scope);
	const name = nameOf(scope);
	const known =
		catalogue[name] ?? Object.values(catalogue).find((one) => `${serviceOf(one)}/${one.newer}` === name);
	return `${isWrite ? 'read and change' : 'read'} ${known?.what ?? name}`;
}

const olderName = (newer: string) => Object.keys(catalogue).find((name) => catalogue[name]?.newer === newer);

const nameOf = (scope: string) => scope.replace(/:.*/, '').replace(/^email$/, 'emails');
