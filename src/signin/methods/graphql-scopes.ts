import type { Discovery } from '../instances/discovery.ts';
import { type AddressName, allAddresses, allServices, type Service } from '../instances/instance.ts';
import { graphqlAreas, loadHubOperations, scopeServices } from './graphql-areas.ts';

/** The scopes that a token needs in GraphQL, by service. */
export type GraphqlScopes = Readonly<Partial<Record<AddressName, readonly string[]>>>;

async function loadOperations(name: AddressName) {
	if (name === 'identity') return {};
	return name === 'hub' ? loadHubOperations() : graphqlAreas[name]?.loadOperations();
}

/** The scopes that each service needs for everything that Tildeforge does there in GraphQL. */
export async function loadGraphqlScopes(): Promise<GraphqlScopes> {
	const entries = allAddresses.map(async (service) => {
		const operations = Object.values((await loadOperations(service)) ?? {});
		const scopes = new Set(['PROFILE:RO', ...operations.flatMap((operation) => operation?.scopes ?? [])]);
		// The permission to write includes the permission to read.
		const needed = [...scopes].filter(
			(scope) => !scopes.has(scope.replace(/:RO$/, ':RW')) || /:RW$/.test(scope),
		);
		return [service, needed.sort().map((scope) => `${scopeServices[service]}/${scope}`)] as const;
	});
	return Object.fromEntries(await Promise.all(entries));
}

/** Those of the services that are asked in GraphQL with a new token, as far as their addresses have been probed. */
export function graphqlScopesFor(discovery: Discovery, scopes: GraphqlScopes): GraphqlScopes {
	const isInGraphql = (service: Service): boolean => {
		const finding = discovery.of(service)?.finding;
		if (finding?.kind !== 'good') return false;
		const isComplete = service === 'identity' || graphqlAreas[service] !== undefined;
		return finding.graphql === 'only' || (finding.graphql === 'also' && isComplete);
	};
	const services: AddressName[] = allServices.filter(isInGraphql);
	// An account whose services are all asked in REST does not use the hub.
	if (services.length > 0 && discovery.of('hub')?.finding?.kind === 'good') services.push('hub');
	return Object.fromEntries(services.map((service) => [service, scopes[service] ?? []]));
}
