import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { FallbackHandler } from '../../../src/sandbox/server/area.ts';
import { serveArea } from '../../graphql-forge/server/serve-area.ts';
import { trackersArea } from '../../graphql-forge/trackers/resolvers.ts';

/** The GraphQL of trackers that tests also use in REST. */
export function serveTrackerGraphql(used: Omit<GraphqlParts, 'lists' | 'repositories'>): FallbackHandler {
	// The resolvers of trackers use no other parts of the forge.
	const parts = used as GraphqlParts;
	return serveArea('trackers', 'todo.sr.ht', trackersArea(parts), parts);
}
