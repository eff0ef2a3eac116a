import type { Hook } from './hook-target.ts';

/** An event as the stored query of a hook sees it. */
export interface QueriedEvent {
	/** The same for all hooks of a target. */
	readonly id: string;
	/** Its name in the contract. */
	readonly event: string;
	/** What it is about, by the names of the fields in GraphQL. */
	readonly records: Readonly<Record<string, unknown>>;
}

/** Executes the stored query of a hook. Returns the event's name in GraphQL and the body of the delivery. */
export type ExecuteStoredQuery = (
	hook: Hook,
	event: QueriedEvent,
) => Promise<{ readonly event: string; readonly payload: string } | undefined>;

/** What the hooks of an event need besides its body. */
export interface EventDetails {
	/** Whether the holder of a token may receive the event. By default, always. */
	readonly audience?: (token: string) => boolean;
	/** For hooks of GraphQL. Without them, these do not receive the event. */
	readonly records?: QueriedEvent['records'];
}
