import type { GraphqlApi } from '../../src/sandbox/graphql-api.ts';
import { serveArea } from './server/serve-area.ts';
import { trackersArea } from './trackers/resolvers.ts';

/** What a forge serves in the areas that have GraphQL. Other areas always have REST. */
export const dialects = ['rest', 'graphql', 'both'] as const;
export type Dialect = (typeof dialects)[number];

/** The options of `startForge` for a dialect. */
export const dialectOptions = (dialect: Dialect): { readonly graphql?: GraphqlApi } =>
	dialect === 'rest' ? {} : { graphql: graphqlApi({ keepsRest: dialect === 'both' }) };

/** The GraphQL API of a forge. `README.md` says how to add an area. */
export const graphqlApi = ({ keepsRest }: { readonly keepsRest: boolean }): GraphqlApi => ({
	keepsRest,
	open: (parts) => ({
		trackers: serveArea('trackers', trackersArea(parts), parts.accounts),
	}),
});
