import { ForgeError, unexpectedError } from '../../../forge/errors.ts';
import type { HookTarget } from '../../../platform/state/watched.ts';
import { missedEvents } from './hook-events.ts';
import type { HookProofs } from './hook-proofs.ts';
import type { HookRecord } from './hook-record.ts';

type HookState =
	| {
			readonly kind: 'registered';
			/** The ids of the hooks. */
			readonly hooks: readonly number[];
			/** The events that the forge refuses or the token may not subscribe to. */
			readonly missing: readonly string[];
			/** In milliseconds since 1970. */
			readonly since: number;
			/** The last delivery that the forge has signed, since this window leads. */
			readonly lastDelivery: number | undefined;
			/**
			 * Whether the forge reliably delivers all that happens: it has delivered before, it still has the hooks, and it refuses no event
			 * that nothing else reports.
			 */
			readonly isLive: boolean;
	  }
	/** With the reason why the last attempt failed. */
	| { readonly kind: 'pending'; readonly reason: string | undefined }
	/** It is polled. */
	| { readonly kind: 'refused'; readonly reason: string };

/** How far the hooks of a wanted resource are. */
export interface HookStatus {
	readonly resource: string;
	readonly target: HookTarget;
	readonly state: HookState;
}

/** `error` is why the last attempt to create the hooks failed. */
export function statusOf(record: HookRecord | undefined, proofs: HookProofs, error: unknown): HookState {
	if (!record || record.state.kind === 'creating') {
		return { kind: 'pending', reason: error === undefined ? undefined : describe(error) };
	}
	const { state, target } = record;
	if (state.kind === 'refused') return { kind: 'refused', reason: state.reason };
	const { hooks, missing, since, hasDelivered } = state;
	const hasAll = missedEvents(target.family, missing).length === 0;
	return {
		...{ kind: 'registered', hooks, missing, since },
		lastDelivery: proofs.deliveredAt(record),
		isLive: hasDelivered && hasAll && proofs.provenAt(record) !== undefined,
	};
}

const describe = (error: unknown): string => (error instanceof ForgeError ? error.message : unexpectedError);
