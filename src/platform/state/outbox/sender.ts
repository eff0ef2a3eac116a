import type { Entry } from './entry.ts';

export interface Sent {
	readonly kind: 'sent';
	/** What the forge did instead of making the change as requested: `set the brightness to 3`. */
	readonly note?: string | undefined;
	/**
	 * Set if not all that follows from the change could be stored, as when VS Code ends. The entry stays as after a kill: the next window asks the
	 * forge for the change, and stores the rest.
	 */
	readonly needsCheck?: boolean;
}

export interface SendConflict<Change> {
	readonly kind: 'conflict';
	/** The other user's change, for the user. */
	readonly theirs: string;
	/** The same change, based on the item with the other user's change. */
	readonly rebased: Change;
}

interface SendFailure {
	readonly kind: 'failed';
	readonly error: unknown;
	/** Whether the forge may have the change. */
	readonly mayBeDone: boolean;
}

/** Sends changes of one kind to the forge. Fails with a `ForgeError`. */
export interface Sender<Key, Change> {
	/**
	 * Makes the change, unless another user has changed the same thing since what it is based on. `signal` cancels it only before the request is
	 * sent. Awaits `confirm` directly before each request that changes something, and does not send it if that rejects. `waitedMs` is how long
	 * ago the user made the change.
	 */
	readonly send: (
		key: Key,
		change: Change,
		options: {
			readonly waitedMs: number;
			readonly signal: AbortSignal;
			readonly confirm: () => Promise<void>;
		},
	) => Promise<Sent | SendConflict<Change>>;
	/**
	 * A mark for what is known of the item, without a request. Recorded before a change is sent, to distinguish it from an equal earlier one.
	 * `confirmedAt` is when the user made the change or last wanted it to be sent now.
	 */
	readonly mark?: (key: Key, confirmedAt: number) => string;
	/** Asks the forge for the part that it lacks of a change that may have been made. Undefined if it lacks nothing. */
	readonly missing: (
		key: Key,
		change: Change,
		options: {
			readonly mark: string | undefined;
			readonly confirmedAt: number;
			readonly signal: AbortSignal;
		},
	) => Promise<Change | undefined>;
}

/** The result of sending an entry. */
export interface Settled<Key, Change> {
	readonly entry: Entry<Key, Change>;
	readonly result: Sent | SendConflict<Change> | SendFailure;
}
