import type { Tickets } from '../../host/tickets.ts';
import type { TrackerKey } from '../../model/ticket.ts';
import { pickTracker } from './pick.ts';
import { type Given, trackerOf } from './targets.ts';
import { createTracker, deleteTracker, editTracker, pinTracker, unpinTracker } from './trackers.ts';

type Act = (tickets: Tickets, key: TrackerKey) => Promise<void>;

/** What each command on trackers does: on the one that it was called on, or else on the one that is chosen. */
export class TrackerActs {
	readonly #tickets: Tickets;

	constructor(tickets: Tickets) {
		this.#tickets = tickets;
	}

	create(): Promise<void> {
		return createTracker(this.#tickets);
	}

	pin(): Promise<void> {
		return pinTracker(this.#tickets);
	}

	edit(given: Given): Promise<void> {
		return this.#with(given, 'Edit Tracker', editTracker);
	}

	delete(given: Given): Promise<void> {
		return this.#with(given, 'Delete Tracker', deleteTracker);
	}

	unpin(given: Given): Promise<void> {
		return this.#with(given, 'Unpin Tracker', unpinTracker);
	}

	async #with(given: Given, title: string, act: Act): Promise<void> {
		const key = trackerOf(given) ?? (await pickTracker(this.#tickets, title));
		if (key) await act(this.#tickets, key);
	}
}
