import * as v from 'valibot';
import { largest } from '../../base/collections.ts';
import type { Shape } from '../../forge/contract/read.ts';

/** What is known of the webhooks of a resource, such as a tracker. JSON. */
export type HookState =
	/** None are used. */
	| { readonly kind: 'none'; readonly why: string }
	/** The forge was not asked yet, or the last attempt has failed. */
	| { readonly kind: 'pending'; readonly why?: string | undefined }
	/** The forge accepts none. */
	| { readonly kind: 'refused'; readonly why: string }
	| {
			readonly kind: 'registered';
			/** Whether the forge has proved that it delivers all that happens. */
			readonly isLive: boolean;
			/** Whether the forge's key is known, without which deliveries prove nothing. */
			readonly hasKey: boolean;
			/** Whether Tildeforge answers each push, and the forge shows that to the user who pushes. */
			readonly isAnswering?: boolean | undefined;
			/** Whether deliveries may be lost, and none has arrived since. */
			readonly mayHaveMissed?: boolean | undefined;
			/** The time of the last delivery that the forge has signed, since this window leads. */
			readonly deliveredAt?: number | undefined;
			/** The events that the forge does not deliver. */
			readonly refusedEvents: readonly string[];
	  };

/** Checks the state that another window reports. */
export const HookStateShape: Shape<HookState> = v.variant('kind', [
	v.object({ kind: v.literal('none'), why: v.string() }),
	v.object({ kind: v.literal('pending'), why: v.optional(v.string()) }),
	v.object({ kind: v.literal('refused'), why: v.string() }),
	v.object({
		kind: v.literal('registered'),
		isLive: v.boolean(),
		hasKey: v.boolean(),
		isAnswering: v.optional(v.boolean()),
		mayHaveMissed: v.optional(v.boolean()),
		deliveredAt: v.optional(v.number()),
		refusedEvents: v.array(v.string()),
	}),
]);

/** How a resource is polled. */
export interface PollFacts {
	/** The usual time between two reads. */
	readonly everyMs: number;
	/** When it was last read, or an attempt failed. */
	readonly readAt: number | undefined;
	/** Why the last read failed. */
	readonly failure:
		| {
				readonly why: string;
				readonly isOffline: boolean;
				/** When the server was first not reached, if that is known. */
				readonly since?: number;
		  }
		| undefined;
}

/** What is known of a resource in which things happen. */
export interface ResourceFacts {
	readonly id: string;
	/** The name of the resource, such as `~ana/editor`. */
	readonly name: string;
	readonly kind: 'ticket' | 'tracker' | 'list' | 'repository';
	/** Whether it stands for all trackers, lists or repositories of an account. If so, its name includes the kind. */
	readonly isAccountWide: boolean;
	/** The server that is asked. */
	readonly server: string;
	readonly hook: HookState;
	/** Undefined until it is polled. */
	readonly poll: PollFacts | undefined;
	/** When its server has last answered any request of its account. */
	readonly answeredAt?: number;
}

export interface LiveFacts {
	readonly accounts: number;
	/** How many accounts were signed out by their forges. */
	readonly endedSessions: number;
	readonly hasFocus: boolean;
	readonly resources: readonly ResourceFacts[];
}

export interface ResourceState extends ResourceFacts {
	/** A live resource is read when the forge says that something has happened. Others are read regularly, unless that is paused. */
	readonly state: 'live' | 'polled' | 'paused' | 'offline';
}

/** How this window learns what happens on the forges. */
export interface LiveState {
	readonly kind: 'live' | 'polling' | 'offline' | 'signed out';
	readonly hasFocus: boolean;
	readonly resources: readonly ResourceState[];
}

/** Undefined if the user has no account. */
export function liveState({
	accounts,
	endedSessions,
	hasFocus,
	resources,
}: LiveFacts): LiveState | undefined {
	if (accounts === 0) {
		return endedSessions === 0 ? undefined : { kind: 'signed out', hasFocus, resources: [] };
	}
	const isOffline = offlineAmong(resources);
	const states = resources.map((facts): ResourceState => {
		if (isOffline(facts)) return { ...facts, state: 'offline' };
		if (isLive(facts.hook)) return { ...facts, state: 'live' };
		return { ...facts, state: hasFocus ? 'polled' : 'paused' };
	});
	return { kind: kindOf(states), hasFocus, resources: states };
}

export const isLive = (hook: HookState): boolean => hook.kind === 'registered' && hook.isLive;

function kindOf(states: readonly ResourceState[]): LiveState['kind'] {
	if (states.some(({ state }) => state === 'live')) return 'live';
	const isOffline = states.length > 0 && states.every(({ state }) => state === 'offline');
	return isOffline ? 'offline' : 'polling';
}

/**
 * Tells which resources are offline: those of servers that the last attempt to read a resource could not reach, and of servers that have not
 * answered since. They are read later, and mostly there is no connection at all. A live resource is not read while nothing happens, so its
 * server need not have answered. While a server is offline, a single resource is tried again.
 */
function offlineAmong(resources: readonly ResourceFacts[]): (resource: ResourceFacts) => boolean {
	const last = new Map<string, PollFacts>();
	for (const { server, poll } of resources) {
		if (poll?.readAt === undefined) continue;
		if (poll.readAt >= (last.get(server)?.readAt ?? Number.NEGATIVE_INFINITY)) last.set(server, poll);
	}
	const lost = [...last.values()].filter(({ failure }) => failure?.isOffline);
	if (lost.length === 0) return () => false;
	const since = largest(lost.map(({ failure, readAt = 0 }) => failure?.since ?? readAt));
	const hasAnswered = ({ poll, answeredAt = 0 }: ResourceFacts) =>
		Math.max(answeredAt, poll?.readAt ?? 0) > since;
	const answered = new Set(resources.filter(hasAnswered).map(({ server }) => server));
	return ({ server, hook }) =>
		last.get(server)?.failure?.isOffline === true || !(answered.has(server) || isLive(hook));
}
