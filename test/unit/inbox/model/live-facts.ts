import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
	type HookState,
	type LiveFacts,
	type LiveState,
	liveState,
	type ResourceFacts,
} from '../../../../src/inbox/model/live-state.ts';

const noEvents: readonly string[] = [];
export const registered = {
	...{ kind: 'registered', isLive: false, hasKey: true },
	refusedEvents: noEvents,
} as const satisfies HookState;
export const live = { ...registered, isLive: true, deliveredAt: 0 } as const satisfies HookState;
export const none = {
	kind: 'none',
	why: 'todo.forge.test cannot reach this machine.',
} as const satisfies HookState;

export const poll = { everyMs: 30_000, readAt: 0, failure: undefined };
/** A read that fails because there is no network. */
export const offlineAt = (readAt: number) => ({
	...{ everyMs: 30_000, readAt },
	failure: { why: "Can't connect to todo.forge.test.", isOffline: true },
});

/** A tracker that is polled. */
export const resource = (more: Partial<ResourceFacts> = {}): ResourceFacts => ({
	...{ id: 'tracker', name: '~ana/editor', kind: 'tracker' },
	...{ isAccountWide: false, server: 'https://todo.forge.test' },
	...{ hook: none, poll },
	...more,
});

/** One account, in a window with the focus. */
export const facts = (...resources: readonly ResourceFacts[]): LiveFacts => ({
	...{ accounts: 1, endedSessions: 0, hasFocus: true },
	resources,
});

/** For facts that have a state. */
export const stateOf = (given: LiveFacts): LiveState => liveState(given) ?? assert.fail();

const anyHook: fc.Arbitrary<HookState> = fc.oneof(
	fc.record({ kind: fc.constant('none'), why: fc.string() }),
	fc.record({ kind: fc.constant('pending'), why: fc.option(fc.string(), { nil: undefined }) }),
	fc.record({ kind: fc.constant('refused'), why: fc.string() }),
	fc.record({
		kind: fc.constant('registered'),
		isLive: fc.boolean(),
		hasKey: fc.boolean(),
		isAnswering: fc.option(fc.boolean(), { nil: undefined }),
		mayHaveMissed: fc.option(fc.boolean(), { nil: undefined }),
		deliveredAt: fc.option(fc.nat(), { nil: undefined }),
		refusedEvents: fc.array(fc.string(), { maxLength: 3 }),
	}),
);

const anyPoll = fc.option(
	fc.record({
		everyMs: fc.nat(),
		readAt: fc.option(fc.nat(), { nil: undefined }),
		failure: fc.option(fc.record({ why: fc.string(), isOffline: fc.boolean() }), { nil: undefined }),
	}),
	{ nil: undefined },
);

/** Whatever may be known. */
export const anyFacts: fc.Arbitrary<LiveFacts> = fc.record({
	accounts: fc.nat(2),
	endedSessions: fc.nat(2),
	hasFocus: fc.boolean(),
	resources: fc.array(
		fc.record({
			id: fc.string(),
			name: fc.string(),
			kind: fc.constantFrom('tracker', 'list', 'repository'),
			isAccountWide: fc.boolean(),
			server: fc.constantFrom('https://todo.forge.test', 'https://git.forge.test', 'not an address'),
			hook: anyHook,
			poll: anyPoll,
		}),
		{ maxLength: 6 },
	),
});
