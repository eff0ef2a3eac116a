import type { Entry } from './entry.ts';

export interface Sent {
	readonly kind: 'sent';
	/** What the forge did instead of making the change as requested: `set the brightness to 3`. */
	readonly note?: string | undefined;
}

export interface SendConflict {
	readonly kind: 'conflict';
	/** The other user's change, for the user. */
	readonly theirs: string;
}

interface SendFailure {
	readonly kind: 'failed';
	readonly error: unknown;
	/** Whether the forge may have the change. */
	readonly mayBeDone: boolean;
}

/** Sends changes of one kind to the forge. Fails with a `ForgeError`. */
export interface Sender<Key, Change> {
	/** Makes the change. `isForced`: even if another user has changed the same. `signal` only cancels before the forge is asked for it. */
	readonly send: (
		key: Key,
		change: Change,
		options: { readonly isForced: boolean; readonly signal: AbortSignal },
	) => Promise<Sent | SendConflict>;
	/** Asks the forge whether it has the change. */
	readonly wasApplied: (key: Key, change: Change, signal: AbortSignal) => Promise<boolean>;
}

/** The result of sending an entry. */
export interface Settled<Key, Change> {
	readonly entry: Entry<Key, Change>;
	readonly result: Sent | SendConflict | SendFailure;
}
