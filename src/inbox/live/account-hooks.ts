import type { Event } from '../../base/emitter.ts';
import type { WatchedResource } from '../../platform/state/watch-source.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { HookState } from '../model/live-state.ts';
import type { HookListener } from './hooks/hook-receivers.ts';

export interface WantedHooks {
	readonly account: Account;
	/** The resources of the account that have webhooks. */
	readonly resources: readonly WatchedResource[];
	/** Where the forge reaches the listener, without a slash at the end. */
	readonly address: string;
	/** Whether the forge may be asked for anything. Deliveries are received anyway. */
	readonly isActive: boolean;
}

/** Keeps the webhooks of one account registered with its forge. */
export interface AccountHooks {
	/** Fires when the state of a resource may have changed. */
	readonly onDidChange: Event<unknown>;
	/** Whether the listener has the webhooks that earlier windows have registered. */
	readonly isOpen: boolean;
	/** Call when any part of this has changed. */
	update(wanted: WantedHooks): void;
	/** Undefined for a resource that is not wanted. */
	stateOf(resource: string): HookState | undefined;
	/** Asks the forge to send the last delivery of a resource again. */
	redeliver(resource: string, signal: AbortSignal): Promise<void>;
	/** The listener may have dropped deliveries. No resource is live until its next delivery. */
	didDrop(): void;
	/** Soon tries again what the forge has refused. */
	retryRefused(): void;
	/** Removes the webhooks from the forge. What is not removed before the signal aborts remains for the next start. */
	stop(signal: AbortSignal): Promise<void>;
	/** Ends at once. The webhooks stay registered, for the next start or for the window that leads now. */
	dispose(): void;
}

export type CreateAccountHooks = (account: Account, listener: HookListener) => AccountHooks;
