import type { Account, Caller } from '../../../src/sandbox/server/accounts.ts';
import type { Reply } from '../../../src/sandbox/server/reply.ts';

/** One request. */
export interface Call {
	readonly caller: Caller;
	/** The grant string of the token: an empty one allows everything. */
	readonly grants: string;
	/** The event that the stored query of a webhook is about. */
	readonly webhook?: object;
}

/**
 * Returns the value of one field. `source` is what the resolver of the parent has returned. The schema has checked the
 * arguments. Each resolver says the types of what it uses, which nothing checks.
 */
type FieldResolver = (source: never, args: never, call: Call) => unknown;

/**
 * The resolvers of all fields, by type and field. Types that implement an interface, or are part of a union, need a
 * `__typename` in their source.
 */
export type Resolvers = Readonly<Record<string, Readonly<Record<string, FieldResolver>>>>;

/** The GraphQL of one area. */
export interface GraphqlArea {
	readonly resolvers: Resolvers;
	/** Whether the area lacks what is in `newer.graphqls`. */
	readonly isOlder?: boolean;
	/** Fields that are never null in this version, such as `Tracker.ticket`: without a value, what they belong to is null. */
	readonly required?: readonly string[];
	/** Whether an account has used the service. */
	readonly hasUsed: (account: Account) => boolean;
	/** The answer to a `GET` below `/query/`. Undefined if the area has nothing there. */
	readonly file?: (path: string, caller: Caller) => Reply | undefined | Promise<Reply | undefined>;
}

/** Resolvers of fields that are properties of their source. */
export const properties = (...names: readonly string[]): Resolvers[string] =>
	Object.fromEntries(
		names.map((name) => [name, (source: Readonly<Record<string, unknown>>) => source[name]] as const),
	);
