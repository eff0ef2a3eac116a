import type { Accounts } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import type { Client, IdentityState, Lifetimes } from './state.ts';

/** What all parts of the identity service share. */
export interface IdentityContext {
	readonly state: IdentityState;
	/** Called after each change of the state. */
	readonly changed: () => void;
	readonly accounts: Accounts;
	readonly drift: ReadonlySet<Quirk>;
	readonly now: () => Date;
	readonly lifetimes: Lifetimes;
	/** The scopes of the services that have GraphQL, such as `todo.sr.ht/TRACKERS`. */
	readonly graphqlScopes: readonly string[];
	readonly clientOf: (id: string) => Client | undefined;
}
