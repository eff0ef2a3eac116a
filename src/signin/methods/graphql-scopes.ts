import type { Discovery } from '../instances/discovery.ts';
import { type AddressName, allAddresses, allServices } from '../instances/instance.ts';
import { loadOperations, scopeServices } from './graphql-areas.ts';

/** The scopes that a token needs in GraphQL, by service. */
export type GraphqlScopes = Readonly<Partial<Record<AddressName, readonly string[]>>>;

/** The scopes that each service needs for everything that Tildeforge does there in GraphQL. */
export async function loadGraphqlScopes(): Promise<GraphqlScopes> {
	const all = await loadOperations();
	const tables: Readonly<Record<AddressName, object>> = {
		identity: {},
		hub: all.hub,
		lists: { ...all.lists, ...all.listExtras },
		repositories: { ...all.repositories, ...all.repositoryExtras },
		trackers: { ...all.trackers, ...all.trackerExtras },
	};
	const entries = allAddresses.map((service) => {
		const operations: readonly ({ readonly scopes: readonly string[] } | null)[] = Object.values(
			tables[service],
		);
		const scopes = new Set(['PROFILE:RO', ...operations.flatMap((operation) => operation?.scopes ?? [])]);
		// The permission to write includes the permission to read.
		const needed = [...scopes].filter(
			(scope) => !scopes.has(scope.replace(/:RO$/, ':RW')) || /:RW$/.test(scope),
		);
		return [service, needed.sort().map((scope) => `${scopeServices[service]}/${scope}`)] as const;
	});
	return Object.fromEntries(entries);
}

/** Of `scopes`, those of the services that a new token is used with in GraphQL, as far as their addresses have been probed. */
export function graphqlScopesFor(discovery: Discovery, scopes: GraphqlScopes): GraphqlScopes {
	const services: AddressName[] = allServices.filter(
		(service) => discovery.found(service)?.graphql === 'yes',
	);
	// An account whose services are all asked in REST does not use the hub.
	if (services.length > 0 && discovery.found('hub')) services.push('hub');
	return Object.fromEntries(services.map((service) => [service, scopes[service] ?? []]));
}
