import type {
	SubscriptionRecord,
	TicketKey,
	TicketRecord,
	TrackerRecord,
	TrackersState,
} from './tracker-records.ts';

/** When something happened. By default, now. */
export interface Dated {
	readonly at?: Date;
}

/** Shared access to the state: lookups, ids and dates. */
export class Archive {
	readonly changed: () => void;
	readonly #state: TrackersState;
	readonly #now: () => Date;

	/** Calls `changed` after each change of the state. */
	constructor(state: TrackersState, changed: () => void, now: () => Date) {
		this.#state = state;
		this.changed = changed;
		this.#now = now;
	}

	/** Oldest first. */
	ofOwner(account: string): readonly TrackerRecord[] {
		return this.#state.trackers.filter(({ owner }) => owner === account);
	}

	/** Ignores the case of the name. */
	find(owner: string, name: string): TrackerRecord | undefined {
		const wanted = name.toLowerCase();
		return this.ofOwner(owner).find((tracker) => tracker.name.toLowerCase() === wanted);
	}

	trackerById(id: number): TrackerRecord | undefined {
		return this.#state.trackers.find((tracker) => tracker.id === id);
	}

	trackerOf(ticket: TicketRecord): TrackerRecord {
		const tracker = this.trackerById(ticket.tracker);
		if (!tracker) throw new Error('the tracker of this ticket no longer exists');
		return tracker;
	}

	/** The ticket that a key names, unless it or its tracker has been deleted. */
	ticketAt({ tracker, number }: TicketKey): TicketRecord | undefined {
		const found = this.trackerById(tracker);
		return found && ticketOf(found, number);
	}

	get subscriptions(): readonly SubscriptionRecord[] {
		return this.#state.subscriptions ?? [];
	}

	set subscriptions(subscriptions: readonly SubscriptionRecord[]) {
		this.#state.subscriptions = subscriptions;
	}

	add(tracker: TrackerRecord): void {
		this.#state.trackers.push(tracker);
	}

	remove(tracker: TrackerRecord): void {
		this.#state.trackers = this.#state.trackers.filter((one) => one !== tracker);
	}

	nextId(kind: keyof TrackersState['last']): number {
		const next = (this.#state.last[kind] ?? 0) + 1;
		this.#state.last[kind] = next;
		return next;
	}

	moment({ at }: Dated): string {
		return (at ?? this.#now()).toISOString();
	}
}

/** Updates the dates of records. An older entry that is added later does not move them back. */
export function touch(at: string, ...records: readonly { updated: string }[]): void {
	for (const record of records) if (at > record.updated) record.updated = at;
}

/** The ticket of a tracker with a number. Until a ticket is deleted, ticket number n is the nth. */
export function ticketOf({ tickets }: TrackerRecord, number: number): TicketRecord | undefined {
	const nth = tickets[number - 1];
	return nth?.number === number ? nth : tickets.find((ticket) => ticket.number === number);
}
