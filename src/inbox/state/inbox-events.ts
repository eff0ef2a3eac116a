import type { Log } from '../../base/log.ts';
import type { Received } from '../../forge/delivery.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import type { Account } from '../../signin/connection.ts';
import type { InboxEntry } from '../model/entry.ts';
import type { DueEvent } from '../model/notification-words.ts';
import { type Action, actionFor, type Rule } from '../model/rules.ts';
import { type EventStore, isDue } from './event-store.ts';

export interface InboxAccount extends Account {
	readonly events: EventStore;
	/** By resource, what was delivered since its last read began. */
	readonly deliveries: Map<string, Received[]>;
}

interface InboxEventsOptions {
	readonly accounts: { readonly all: readonly InboxAccount[] };
	readonly rules: { readonly rules: readonly Rule[] };
	readonly log: Log;
}

/** The stored events of all accounts, filtered by the user's rules. */
export class InboxEvents {
	readonly #options: InboxEventsOptions;

	constructor(options: InboxEventsOptions) {
		this.#options = options;
	}

	get entries(): readonly InboxEntry[] {
		return this.#all.flatMap(({ session, events }) =>
			events.entries.filter(({ event }) => this.actionFor(event, session.account) !== 'ignore'),
		);
	}

	/** Those that a rule wants notified, that no window has shown, and that the user has not seen. */
	get due(): readonly DueEvent[] {
		return this.#all.flatMap(({ session: { account: me }, events }) =>
			events.entries
				.filter((entry) => isDue(entry) && this.actionFor(entry.event, me) === 'notify')
				.map(({ event, addedAt }) => ({ event, addedAt, me })),
		);
	}

	actionFor(event: ForgeEvent, me: string): Action {
		return actionFor(event, this.#options.rules.rules, me);
	}

	/** Resolves with those that this window is to show now. Each goes to one window, unless that is killed before it calls `didNotify`. */
	async claimDue(due: readonly DueEvent[]): Promise<readonly DueEvent[]> {
		const claimed: DueEvent[] = [];
		for (const { session, events } of this.#all) {
			const own = due.filter(({ event }) => event.place.account === session.id);
			if (own.length === 0) continue;
			try {
				const keys = await events.claimDue(own.map(({ event }) => event.key));
				claimed.push(...own.filter(({ event }) => keys.has(event.key)));
			} catch (error) {
				this.#options.log.warn('Notifications wait, because the events cannot be written', error);
			}
		}
		return claimed;
	}

	didNotify(events: readonly ForgeEvent[]): Promise<void> {
		return this.#change(events, (store, keys) => store.didNotify(keys));
	}

	markSeen(events: readonly ForgeEvent[]): Promise<void> {
		return this.#change(events, (store, keys) => store.markSeen(keys));
	}

	/** Reads what other windows have written, in case this window was not notified. */
	async read(): Promise<void> {
		await Promise.all(this.#all.map(({ events }) => events.refresh()));
	}

	get #all(): readonly InboxAccount[] {
		return this.#options.accounts.all;
	}

	async #change(
		events: readonly ForgeEvent[],
		change: (store: EventStore, keys: readonly string[]) => Promise<void>,
	): Promise<void> {
		for (const { session, events: store } of this.#all) {
			const keys = events.filter(({ place }) => place.account === session.id).map(({ key }) => key);
			if (keys.length > 0) await change(store, keys);
		}
	}
}
