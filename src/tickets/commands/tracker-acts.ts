import { inform } from '../../platform/editor/messages.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { type TrackerKind, trackerKinds } from '../model/tracker-kind.ts';
import type { Tickets } from '../state/tickets.ts';
import { pickTracker } from './pick.ts';
import type { Given } from './targets.ts';
import { runTrackerCommand } from './tracker-command.ts';
import { createTracker, deleteTracker, editTracker, pinTracker, unpinTracker } from './trackers.ts';

interface Command {
	readonly title: string;
	readonly kind: TrackerKind;
	readonly act: (tickets: Tickets, key: TrackerKey) => Promise<void>;
}

/** Implements the commands on trackers. */
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
		return this.#run(given, { title: 'Edit Tracker', kind: trackerKinds.editTracker, act: editTracker });
	}

	delete(given: Given): Promise<void> {
		return this.#run(given, {
			title: 'Delete Tracker',
			kind: trackerKinds.deleteTracker,
			act: deleteTracker,
		});
	}

	unpin(given: Given): Promise<void> {
		return this.#run(given, { title: 'Unpin Tracker', kind: trackerKinds.unpinTracker, act: unpinTracker });
	}

	#run(given: Given, { title, kind, act }: Command): Promise<void> {
		const tickets = this.#tickets;
		return runTrackerCommand(
			given,
			{ title, kind, act: (key) => act(tickets, key) },
			{
				nameOf: (account) => tickets.of(account)?.session.account,
				pick: (...asked) => pickTracker(tickets, ...asked),
				inform,
			},
		);
	}
}
