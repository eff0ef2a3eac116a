import type { Discovery } from '../instances/discovery.ts';
import { allServices, type Service } from '../instances/instance.ts';
import { graphqlAreas, scopeServices } from './graphql-areas.ts';

/** The scopes that a token needs in GraphQL, by service. */
export type GraphqlScopes = Readonly<Partial<Record<Service, readonly string[]>>>;

/** The scopes that each service needs for everything that Tildeforge does there in GraphQL. */
export async function loadGraphqlScopes(): Promise<GraphqlScopes> {
	const entries = allServices.map(async (service) => {
		const area = service === 'identity' ? undefined : graphqlAreas[service];
		const operations = Object.values((await area?.loadOperations()) ?? {});
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
		if (finding?.kind !== 'good' || finding.graphql === undefined) return false;
		return finding.graphql === 'only' || service === 'identity' || graphqlAreas[service] !== undefined;
	};
	return Object.fromEntries(
		allServices.filter(isInGraphql).map((service) => [service, scopes[service] ?? []]),
	);
}
