import type { Connection } from '../../../src/signin/connections/connection.ts';
import { Losses } from '../../../src/signin/connections/losses.ts';

/** A connection to a forge that has no areas. */
export const connectionWithoutAreas = (): Connection => ({
	...{ lists: undefined, repositories: undefined, trackers: undefined },
	hub: () => undefined,
	webhooks: () => undefined,
	onDidAnswer: () => ({ dispose: () => {} }),
	losses: new Losses(),
});
