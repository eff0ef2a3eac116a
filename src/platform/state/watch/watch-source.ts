import type { Event } from '../../../base/emitter.ts';
import type { Received } from '../../../forge/webhooks/delivery.ts';
import type { Family } from '../../../forge/webhooks/families.ts';
import type { ForgeEvent } from '../../model/forge-events.ts';
import type { ReadCause } from './read-cause.ts';

/** What has happened to a resource since a cursor, and where the next read continues. */
export interface News {
	/** The oldest first. */
	readonly events: readonly ForgeEvent[];
	/** JSON, which is stored, or undefined if there is nothing to continue from. */
	readonly cursor: unknown;
	/** Whether something has happened that is not an event. Then more is expected soon. */
	readonly hasChanged?: boolean;
	/** Whether the forge was not asked, because everything that was delivered is known. */
	readonly wasKnown?: boolean;
	/** Whether another read has to follow soon, because so much has happened that this one has not found all of it. */
	readonly hasMore?: boolean;
}

/** Where the forge can be asked to deliver what happens to a resource. */
export interface HookTarget {
	readonly family: Family;
	/** The parameters of the family's path. */
	readonly params: Readonly<Record<string, string>>;
	/** For a repository: whether each push waits for an answer, which the forge prints on the pusher's console. */
	readonly sync?: boolean;
}

/** Resources of which one request finds out whether anything has happened in them. */
export interface CheckGroup {
	readonly id: string;
	/** The most resources of one check. */
	readonly most: number;
	/** Takes ids of resources. A resource in which nothing has happened counts as just read. Fails with a `ForgeError`. */
	readonly check: (resources: readonly string[], signal: AbortSignal) => Promise<void>;
}

interface Reading {
	/** From an earlier read, perhaps by another version. Without one, nothing is new. */
	readonly cursor: unknown;
	/** What the forge has delivered about the resource since the previous read began, the oldest first. */
	readonly deliveries: readonly Received[];
	/** By default, the forge is asked. */
	readonly cause?: ReadCause;
	readonly signal: AbortSignal;
}

/** An item of the forge in which things happen that may concern the user, such as a repository, or all items of a kind that an account has. */
export interface WatchedResource {
	/** Unique, also among the resources of other kinds. */
	readonly id: string;
	/** The id of the account's session. */
	readonly account: string;
	/** The server that is asked. */
	readonly server: string;
	readonly hookTarget: HookTarget;
	/** The id of a resource that includes this one. If the larger one is watched too, it is read instead and, once it is live, needs the only hooks. */
	readonly partOf?: string;
	/** The id of the item that a delivery to the hooks of a whole account is about. If the item is watched, it is read instead of the account. */
	readonly itemIn?: (received: Received) => string | undefined;
	/** If the schedule reads the resource, it checks others of the group with it. */
	readonly group?: CheckGroup | undefined;
	/**
	 * Reads the resource from the forge, so that views and pages show its current state, and returns what has happened. Fails with a
	 * `ForgeError`.
	 */
	readonly read: (reading: Reading) => Promise<News>;
}

/** The resources of one kind that the user sees or has pinned. */
export interface WatchSource {
	readonly watched: readonly WatchedResource[];
	/** Fires when `watched` may have changed. */
	readonly onDidChange: Event<void>;
}
