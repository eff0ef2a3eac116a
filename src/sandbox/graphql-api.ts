import type { Lists } from './lists/lists.ts';
import type { Repositories } from './repositories/repositories.ts';
import type { Accounts } from './server/accounts.ts';
import type { FallbackHandler } from './server/area.ts';
import type { Quirk } from './server/drift.ts';
import type { Hooks } from './server/hooks.ts';
import type { Trackers } from './trackers/trackers.ts';

export type AreaName = 'identity' | 'lists' | 'repositories' | 'trackers' | 'hub';

/** The parts of a forge that its GraphQL API reads and changes. */
export interface GraphqlParts {
	readonly accounts: Accounts;
	readonly drift: ReadonlySet<Quirk>;
	readonly hooks: Hooks;
	readonly lists: Lists;
	readonly repositories: Repositories;
	readonly trackers: Trackers;
}

/**
 * The GraphQL API of a forge. It comes from outside, because the extension contains the sandbox, but not the library
 * that executes GraphQL.
 */
export interface GraphqlApi {
	/** Whether areas that have GraphQL serve REST, too. */
	readonly keepsRest: boolean;
	/** The scopes that tokens can have for these areas, such as `todo.sr.ht/TRACKERS`. */
	readonly scopes: readonly string[];
	/** What answers requests below `/query`, in the areas that have GraphQL. */
	readonly open: (parts: GraphqlParts) => Readonly<Partial<Record<AreaName, FallbackHandler>>>;
}
