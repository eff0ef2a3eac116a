import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import type { HookTarget, WatchedResource } from '../../platform/state/watch-source.ts';
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

type LiveSource = Pick<Live, 'stateOf' | 'canRedeliver' | 'redeliver' | 'onDidChange'>;

/** How this window learns what happens on the forges, for the status bar and *Live Status*. */
export class LiveStatus implements Disposable {
	readonly #forges: Accounts;
	/** How many accounts were signed out by their forges. */
	readonly #endedSessions: () => number;
	readonly #polled: PolledSource;
	readonly #live: LiveSource;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
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

	/** Whether this window can ask for the last delivery of a resource. */
	canRedeliver(resource: string): boolean {
		const watched = this.#find(resource);
		return watched !== undefined && this.#live.canRedeliver(watched);
	}

	/** Asks the forge to send the last delivery of a resource again. */
	async redeliver(resource: string): Promise<void> {
		const watched = this.#find(resource);
		if (watched) await this.#live.redeliver(watched);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#find(resource: string): WatchedResource | undefined {
		return this.#polled.watched.find(({ id }) => id === resource);
	}

	#factsOf(watched: WatchedResource): ResourceFacts {
		const { id, account, server, hookTarget, partOf = id } = watched;
		const owner = this.#forges.accounts.find(({ session }) => session.id === account)?.session.account ?? '';
		return {
			...nameOfTarget(hookTarget, owner),
			id,
			server,
			hook: this.#live.stateOf(watched),
			poll: this.#polled.pollOf(id) ?? this.#polled.pollOf(partOf),
		};
	}
}
