import { plainScope } from '../../forge/contract/plain-scope.ts';
import { scopesOfArea, type Wording } from '../../forge/rows/scopes.ts';
import { allAddresses, allServices, type Instance, type Service } from '../instances/instance.ts';
import { usableHub } from '../instances/usable-hub.ts';
import { scopeServices } from './graphql-areas.ts';
import type { GraphqlScopes } from './graphql-scopes.ts';

const areas = ['lists', 'repositories', 'trackers'] as const;

/** The areas of an instance that are asked in REST. */
const restAreas = (instance: Instance, graphql: GraphqlScopes) =>
	areas.filter((area) => instance[area] !== undefined && !graphql[area]);

/** The scopes of the services of an instance that are asked in GraphQL. */
function scopesInGraphql(instance: Instance, graphql: GraphqlScopes): readonly string[] {
	const used = { ...instance, hub: usableHub(instance) };
	return allAddresses.flatMap((service) => (used[service] === undefined ? [] : (graphql[service] ?? [])));
}

/**
 * The scopes that a token needs for everything an instance has. By default, they include the other scopes that real servers use, besides
 * those of the contract.
 */
export function neededScopes(
	instance: Instance,
	extraScopes: readonly string[] = [],
	wording?: Wording,
	graphql: GraphqlScopes = {},
): string[] {
	const scopes = restAreas(instance, graphql).flatMap((area) => scopesOfArea(area, wording));
	return [...new Set([...scopes, ...scopesInGraphql(instance, graphql), ...extraScopes])].sort();
}

/**
 * The scopes to request, in several wordings, the most likely one first. The others are for a server that refuses the first. If the server
 * lists its scopes, there is one wording: the needed scopes in the server's spelling.
 */
export function scopeWordings(
	instance: Instance,
	supported: readonly string[] | undefined,
	extraScopes: readonly string[] = [],
	graphql: GraphqlScopes = {},
): readonly (readonly string[])[] {
	const inGraphql = scopesInGraphql(instance, graphql);
	const inRest = restAreas(instance, graphql);
	const restScopes = (wording?: Wording) => [
		...new Set([...inRest.flatMap((area) => scopesOfArea(area, wording)), ...extraScopes]),
	];
	const offered = supported && offeredScopes(supported, restScopes(), inGraphql);
	if (offered && offered.length > 0) return [offered];
	const wordings = guessWordings(instance, extraScopes, graphql);
	const { hub: ofHub = [] } = graphql;
	const isNeededWithoutHub = (scope: string) => !ofHub.includes(scope) || extraScopes.includes(scope);
	const withoutHub = wordings.map((scopes) => scopes.filter(isNeededWithoutHub));
	// The identity service may not know the scopes of the hub, and then refuses all.
	return wordings.every((scopes) => scopes.every(isNeededWithoutHub))
		? wordings
		: [...wordings, ...withoutHub];
}

/**
 * The services that are asked in GraphQL and of which the identity service lists no scope, although it lists those of others. It has not
 * read their scopes, because they were down when it started. A hub need not be known to it.
 */
export function unlistedServices(
	instance: Instance,
	supported: readonly string[] | undefined,
	graphql: GraphqlScopes,
): readonly Service[] {
	const isListed = (service: Service) =>
		supported?.some((scope) => scope.startsWith(`${scopeServices[service]}/`)) === true;
	if (!allServices.some(isListed)) return [];
	return allServices.filter(
		(service) => instance[service] !== undefined && graphql[service] && !isListed(service),
	);
}

/**
 * The scopes of a personal access token: those that the page for it can be asked for, and those that the token needs. A page that does not
 * know one of the scopes creates no token.
 */
export function personalScopes(
	instance: Instance,
	supported: readonly string[] | undefined,
	extraScopes: readonly string[],
	graphql: GraphqlScopes,
): { readonly requested: readonly string[]; readonly needed: readonly string[] } {
	const needed = neededScopes(instance, extraScopes, 'contract', graphql);
	const listed = supported?.length ? scopeWordings(instance, supported, extraScopes, graphql) : [];
	// Several wordings are guesses.
	const [requested] = listed.length === 1 ? listed : [];
	if (!requested) return { requested: needed, needed };
	const unlisted = unlistedServices(instance, supported, graphql).flatMap(
		(service) => graphql[service] ?? [],
	);
	return { requested: [...requested].sort(), needed: [...new Set([...requested, ...unlisted])].sort() };
}

function guessWordings(
	instance: Instance,
	extraScopes: readonly string[],
	graphql: GraphqlScopes,
): readonly (readonly string[])[] {
	const inGraphql = scopesInGraphql(instance, graphql);
	const inRest = restAreas(instance, graphql);
	// Names of GraphQL have one spelling.
	if (inRest.length === 0 && inGraphql.length > 0) return [[...new Set([...inGraphql, ...extraScopes])]];
	const withServices = inRest.flatMap((area) =>
		scopesOfArea(area)
			.filter((scope) => scope !== 'emails:read')
			.map((scope) => `${scopeServices[area]}/${scope}`),
	);
	const included = new Set(withServices.map(plainScope));
	const others = extraScopes.filter((scope) => !included.has(plainScope(scope)));
	// Servers that list no scopes mostly expect the service's name. Servers from before OAuth 2.0 show a page for each wrong guess.
	return [
		[...withServices, ...others, ...inGraphql],
		neededScopes(instance, extraScopes, 'contract', graphql),
		neededScopes(instance, extraScopes, undefined, graphql),
	];
}

/** The needed scopes that a server supports. */
function offeredScopes(
	supported: readonly string[],
	restScopes: readonly string[],
	inGraphql: readonly string[],
): readonly string[] {
	const forRest = supported.filter((scope) =>
		restScopes.some((one) => plainScope(one) === plainScope(scope)),
	);
	// A server may list names without the access, or only those of REST.
	const nameOf = (scope: string) => scope.replace(/:R[OW]$/, '');
	const names = new Set(supported.map(nameOf));
	const forGraphql = inGraphql.flatMap((scope) =>
		names.has(nameOf(scope)) ? [scope] : supported.filter((one) => plainScope(one) === plainScope(scope)),
	);
	return [...new Set([...forRest, ...forGraphql])];
}
