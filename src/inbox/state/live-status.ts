import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import { families } from '../../forge/webhooks/families.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import type { HookTarget, WatchedResource } from '../../platform/state/watch/watch-source.ts';
import { targetKey } from '../live/hooks/webhook-address.ts';
import type { Live } from '../live/live.ts';
import {
	type HookState,
	type LiveState,
	liveState,
	type PollFacts,
	type ResourceFacts,
} from '../model/live-state.ts';
import { nameOfTarget } from '../model/target-names.ts';

/** What is polled, and how. */
interface PolledSource {
	readonly watched: readonly WatchedResource[];
	readonly hasFocus: boolean;
	pollOf(resource: string): PollFacts | undefined;
	/** Fires when any of these may have changed. */
	readonly onDidChangePolling: Event<unknown>;
}

type Accounts = Pick<AccountSource, 'accounts' | 'onDidChange'>;

type LiveSource = Pick<Live, 'stateOf' | 'onDidChange'>;

/** How this window learns what happens on the forges, for the status bar and *Live Status*. */
export class LiveStatus implements Disposable {
	readonly #forges: Accounts;
	/** How many accounts were signed out by their forges. */
	readonly #endedSessions: () => number;
	readonly #polled: PolledSource;
	readonly #live: LiveSource;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Listeners to the connections of the accounts. */
	#connections = this.#lifetime.child();
	/** Fires when `state` may have changed. */
	readonly onDidChange = this.#changes.event;

	constructor(forges: Accounts, endedSessions: () => number, polled: PolledSource, live: LiveSource) {
		this.#forges = forges;
		this.#endedSessions = endedSessions;
		this.#polled = polled;
		this.#live = live;

		const changed = () => this.#changes.fire();
		for (const event of [forges.onDidChange, polled.onDidChangePolling, live.onDidChange]) {
			this.#lifetime.add(event(changed));
		}
		this.#lifetime.add(forges.onDidChange(() => this.#followConnections()));
		this.#followConnections();
	}

	/** Undefined if the user has no account. */
	get state(): LiveState | undefined {
		return liveState({
			accounts: this.#forges.accounts.length,
			endedSessions: this.#endedSessions(),
			hasFocus: this.#polled.hasFocus,
			resources: this.#polled.watched.map((watched) => this.#factsOf(watched)),
		});
	}

	/** The state of a resource's webhooks. Undefined if the resource is not followed. */
	hookOf(account: string, target: HookTarget): HookState | undefined {
		const watched = this.#polled.watched.find(
			(one) => one.account === account && targetKey(one.hookTarget) === targetKey(target),
		);
		return watched && this.#live.stateOf(watched);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#followConnections(): void {
		this.#connections.dispose();
		this.#connections = this.#lifetime.child();
		for (const { connection } of this.#forges.accounts) {
			let isLost = areas.some((area) => connection.losses.of(area));
			const update = () => {
				const wasLost = isLost;
				isLost = areas.some((area) => connection.losses.of(area));
				if (isLost || wasLost) this.#changes.fire();
			};
			this.#connections.add(connection.losses.onDidLose(update));
			this.#connections.add(connection.onDidAnswer(update));
		}
	}

	#factsOf(watched: WatchedResource): ResourceFacts {
		const { id, account, server, hookTarget, partOf = id } = watched;
		const opened = this.#forges.accounts.find(({ session }) => session.id === account);
		const poll = this.#polled.pollOf(id) ?? this.#polled.pollOf(partOf);
		// Any request shows that there is no connection, and the next poll may be minutes away.
		const { area } = families[hookTarget.family];
		const loss = opened?.connection.losses.of(area);
		const answeredAt = opened?.connection.losses.answeredAt(area);
		return {
			...nameOfTarget(hookTarget, opened?.session.account ?? ''),
			id,
			server,
			hook: this.#live.stateOf(watched),
			poll: poll && loss ? withLoss(poll, loss) : poll,
			...(answeredAt !== undefined && { answeredAt }),
		};
	}
}

const areas = ['lists', 'repositories', 'trackers'] as const;

/** The facts after the last request, at the time `at`, could not reach the server, so that older successes no longer count. */
const withLoss = (
	poll: PollFacts,
	{ error, at, since }: { readonly error: ForgeError; readonly at: number; readonly since: number },
): PollFacts => ({
	...poll,
	readAt: Math.max(at, poll.readAt ?? at),
	failure: { why: error.message, isOffline: true, since },
});
