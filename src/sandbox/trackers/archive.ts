import type { Account } from '../accounts.ts';
import type { TicketKey, TicketRecord, TrackerRecord, TrackersState } from './state.ts';

interface ArchiveOptions {
	readonly state: TrackersState;
	/** Called after each change of the state. */
	readonly changed: () => void;
	readonly now: () => Date;
}

/** When something happened, if not now. */
export interface Dated {
	readonly at?: Date;
}

/** What all know of the state: how things are found, numbered and dated. */
export class Archive {
	readonly changed: () => void;
	readonly #state: TrackersState;
	readonly #now: () => Date;

	constructor({ state, changed, now }: ArchiveOptions) {
		this.#state = state;
		this.changed = changed;
		this.#now = now;
	}

	/** The oldest first. */
	ofOwner({ name }: Pick<Account, 'name'>): readonly TrackerRecord[] {
		return this.#state.trackers.filter(({ owner }) => owner === name);
	}

	/** Names are found however they are capitalised. */
	find(owner: Pick<Account, 'name'>, name: string): TrackerRecord | undefined {
		const wanted = name.toLowerCase();
		return this.ofOwner(owner).find((tracker) => tracker.name.toLowerCase() === wanted);
	}

	trackerById(id: number): TrackerRecord | undefined {
		return this.#state.trackers.find((tracker) => tracker.id === id);
	}

	trackerOf(ticket: TicketRecord): TrackerRecord {
		const tracker = this.trackerById(ticket.tracker);
		if (!tracker) throw new Error('the tracker of this ticket is gone');
		return tracker;
	}

	/** The ticket that a key names, unless its tracker is gone. */
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

/** Something old that is put in later does not make a thing look older. */
export function touch(at: string, ...things: readonly { updated: string }[]): void {
	for (const thing of things) if (at > thing.updated) thing.updated = at;
}
