import type { AreaName, GraphqlApi, GraphqlParts } from '../../src/sandbox/graphql-api.ts';
import type { FallbackHandler } from '../../src/sandbox/server/area.ts';
import { demoProjects, type ProjectRecord } from './hub/projects.ts';
import { hubArea } from './hub/resolvers.ts';
import { identityArea } from './identity/resolvers.ts';
import { listsArea } from './lists/resolvers.ts';
import { repositoriesArea } from './repositories/resolvers.ts';
import type { GraphqlArea } from './server/resolvers.ts';
import { readSchema, scopesOf } from './server/schema.ts';
import { serveArea } from './server/serve-area.ts';
import { trackersArea } from './trackers/resolvers.ts';

/** What a forge serves. */
export const dialects = ['rest', 'graphql', 'both'] as const;
export type Dialect = (typeof dialects)[number];

interface AreaDefinition {
	readonly name: AreaName;
	/** The name of the service in grants. */
	readonly service: string;
	readonly create: (parts: GraphqlParts, projects: readonly ProjectRecord[]) => GraphqlArea;
}

/** The areas that have GraphQL. `README.md` says how to add one. */
const areas: readonly AreaDefinition[] = [
	{ name: 'identity', service: 'meta.sr.ht', create: identityArea },
	{ name: 'lists', service: 'lists.sr.ht', create: listsArea },
	{ name: 'repositories', service: 'git.sr.ht', create: repositoriesArea },
	{ name: 'trackers', service: 'todo.sr.ht', create: trackersArea },
	{ name: 'hub', service: 'hub.sr.ht', create: hubArea },
];

/** The options of `startForge` for a dialect. */
export const dialectOptions = (
	dialect: Dialect,
	projects?: readonly ProjectRecord[],
): { readonly graphql?: GraphqlApi } =>
	dialect === 'rest' ? {} : { graphql: graphqlApi({ keepsRest: dialect === 'both', projects }) };

interface GraphqlApiOptions {
	readonly keepsRest: boolean;
	/** What the hub knows. */
	readonly projects?: readonly ProjectRecord[] | undefined;
}

const answersNothing: FallbackHandler = async () => false;

export const graphqlApi = ({ keepsRest, projects = demoProjects }: GraphqlApiOptions): GraphqlApi => ({
	keepsRest,
	scopes: areas.flatMap(({ name, service }) =>
		scopesOf(readSchema(name)).map((scope) => `${service}/${scope}`),
	),
	open: (parts) =>
		Object.fromEntries(
			areas.map(({ name, service, create }) => [
				name,
				name === 'hub' && parts.drift.has('hub-missing')
					? answersNothing
					: serveArea(name, service, create(parts, projects), parts),
			]),
		),
});
