import { ForgeError, unexpectedError } from '../../../forge/contract/errors.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import { missedEvents, ownersHooks } from './hook-events.ts';
import type { HookProofs } from './hook-proofs.ts';
import { type HookRecord, spellTarget } from './hook-record.ts';

type RegisteredState = Extract<HookRecord['state'], { readonly kind: 'registered' }>;

type HookState =
	| {
			readonly kind: 'registered';
			/** The ids of the hooks. */
			readonly hooks: readonly number[];
			/** The events that the forge refuses or the token may not subscribe to, except those that other hooks deliver. */
			readonly missing: readonly string[];
			/** In milliseconds since 1970. */
			readonly since: number;
			/** The last delivery that the forge has signed, since this window leads. */
			readonly lastDelivery: number | undefined;
			/**
			 * Whether the forge reliably delivers all that happens: it has delivered before, and since the listener dropped a connection, it
			 * still has the hooks, and it refuses no event that nothing else reports.
			 */
			readonly isLive: boolean;
			/** Whether they have delivered before, but not since the listener dropped a connection. */
			readonly mayHaveMissed: boolean;
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

/** The event of a target that the hooks of the user's account have proved to deliver instead. Undefined if there is none. */
export function deliveredByAccount(
	target: HookTarget,
	user: string,
	kept: ReadonlyMap<string, HookRecord>,
	proofs: HookProofs,
): string | undefined {
	const { target: owners, event } = ownersHooks(target, user) ?? {};
	const record = owners && kept.get(spellTarget(owners));
	if (record?.state.kind !== 'registered' || event === undefined) return undefined;
	return hasProved(record, record.state, proofs) && !record.state.missing.includes(event) ? event : undefined;
}

/**
 * `error` is why the last attempt to create the hooks failed. `elsewhere` is an event that other hooks deliver, so it is not missing.
 */
export function statusOf(
	record: HookRecord | undefined,
	proofs: HookProofs,
	error: unknown,
	elsewhere?: string,
): HookState {
	if (!record || record.state.kind === 'creating' || record.state.kind === 'earlierToken') {
		return { kind: 'pending', reason: error === undefined ? undefined : describe(error) };
	}
	const { state, target } = record;
	if (state.kind === 'refused') return { kind: 'refused', reason: state.reason };
	const { hooks, since } = state;
	const notHere = state.missing.filter((event) => event !== elsewhere);
	const missing = missedEvents(target.family, notHere);
	return {
		kind: 'registered',
		hooks,
		missing,
		since,
		lastDelivery: proofs.deliveredAt(record),
		isLive: hasProved(record, state, proofs) && missing.length === 0,
		mayHaveMissed: state.hasDelivered && proofs.mayHaveMissed(record),
	};
}

const hasProved = (record: HookRecord, { hasDelivered }: RegisteredState, proofs: HookProofs): boolean =>
	hasDelivered && proofs.provenAt(record) !== undefined && !proofs.mayHaveMissed(record);

const describe = (error: unknown): string => (error instanceof ForgeError ? error.message : unexpectedError);
