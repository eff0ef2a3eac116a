import type { Event } from '../../base/emitter.ts';
import type { ForgeEvent } from '../model/forge-events.ts';

/** What has happened to a resource since a cursor, and where the next read continues. */
export interface News {
	/** The oldest first. */
	readonly events: readonly ForgeEvent[];
	/** JSON, which is stored. */
	readonly cursor: unknown;
}

/** A tracker, list or repository in which things happen that may concern the user. */
export interface Watched {
	/** Unique, also among the resources of other kinds. */
	readonly spelled: string;
	/** The id of the account's session. */
	readonly account: string;
	/** The server that is asked. */
	readonly server: string;
	/**
	 * Reads the resource from the forge, so that views and pages show its current state, and returns what has happened. `cursor` is from an
	 * earlier read, perhaps by another version; without one, nothing is new. Fails with a `ForgeError`.
	 */
	readonly read: (cursor: unknown, signal: AbortSignal) => Promise<News>;
}

/** The resources of one kind that the user sees or has pinned. */
export interface WatchSource {
	readonly watched: readonly Watched[];
	/** Fires when `watched` may have changed. */
	readonly onDidChange: Event<void>;
}
