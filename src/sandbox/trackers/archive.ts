import type { TicketKey, TicketRecord, TrackerRecord, TrackersState } from './state.ts';

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

	/** The ticket that a key names, unless its tracker has been deleted. */
	ticketAt({ tracker, number }: TicketKey): TicketRecord | undefined {
		return this.trackerById(tracker)?.tickets[number - 1];
	}

	add(tracker: TrackerRecord): void {
		this.#state.trackers.push(tracker);
	}

	remove(tracker: TrackerRecord): void {
		this.#state.trackers = this.#state.trackers.filter((one) => one !== tracker);
	}

	nextId(kind: keyof TrackersState['last']): number {
		return ++this.#state.last[kind];
	}

	moment({ at }: Dated): string {
		return (at ?? this.#now()).toISOString();
	}
}

/** Updates the dates of records. An older entry that is added later does not move them back. */
export function touch(at: string, ...records: readonly { updated: string }[]): void {
	for (const record of records) if (at > record.updated) record.updated = at;
}
