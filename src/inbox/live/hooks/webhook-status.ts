import { ForgeError, unexpectedError } from '../../../forge/contract/errors.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';
import type { HookState } from '../../model/live-state.ts';
import { missedEvents, ownersHooks } from './hook-events.ts';
import type { TargetWebhooks } from './target-webhooks.ts';
import { targetKey } from './webhook-address.ts';

interface StatusOptions {
	/** Why the last attempt to create them failed. */
	readonly error: unknown;
	/** Deliveries until then may be lost, so what was delivered by then proves nothing. */
	readonly missedUntil: number | undefined;
	/** Whether the key of the forge is known. */
	readonly hasKey: boolean;
	/** An event that other webhooks deliver, so that it is not missing here. */
	readonly elsewhere: string | undefined;
}

/** The event of a target that the webhooks of the user's account have proved to deliver instead. Undefined if there is none. */
export function deliveredByAccount(
	target: HookTarget,
	user: string,
	targets: ReadonlyMap<string, TargetWebhooks>,
	missedUntil: number | undefined,
): string | undefined {
	const { target: accountTarget, event } = ownersHooks(target, user) ?? {};
	const webhooks = accountTarget && targets.get(targetKey(accountTarget));
	if (webhooks?.registration.kind !== 'registered' || event === undefined) return undefined;
	const { missing } = webhooks.registration;
	return hasProved(webhooks, missedUntil) && !missing.includes(event) ? event : undefined;
}

export function statusOf(
	webhooks: TargetWebhooks | undefined,
	{ error, missedUntil, hasKey, elsewhere }: StatusOptions,
): HookState {
	const { registration, target } = webhooks ?? {};
	if (!webhooks || !target || !registration || registration.kind === 'pending') {
		return { kind: 'pending', why: error === undefined ? undefined : describe(error) };
	}
	if (registration.kind === 'refused') return { kind: 'refused', why: registration.reason };
	const undelivered = registration.missing.filter((event) => event !== elsewhere);
	const refusedEvents = missedEvents(target.family, undelivered);
	return {
		kind: 'registered',
		isLive: hasProved(webhooks, missedUntil) && refusedEvents.length === 0,
		hasKey,
		deliveredAt: webhooks.deliveredAt,
		refusedEvents,
		...(webhooks.haveDelivered && webhooks.mayHaveMissed(missedUntil) && { mayHaveMissed: true }),
		...(target.sync && { isAnswering: true }),
	};
}

const hasProved = (webhooks: TargetWebhooks, missedUntil: number | undefined): boolean =>
	webhooks.haveDelivered && !webhooks.mayHaveMissed(missedUntil);

const describe = (error: unknown): string => (error instanceof ForgeError ? error.message : unexpectedError);
