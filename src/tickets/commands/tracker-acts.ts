import { inform } from '../../platform/editor/messages.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { kindOf, type TrackerKind, trackerKinds } from '../model/tracker-kind.ts';
import type { Tickets } from '../state/tickets.ts';
import { pickTracker } from './pick.ts';
import { type Given, trackerOf } from './targets.ts';
import { createTracker, deleteTracker, editTracker, pinTracker, unpinTracker } from './trackers.ts';

interface Command {
	readonly title: string;
	/** The kind of trackers that the command is for. */
	readonly kind: TrackerKind;
	readonly act: (tickets: Tickets, key: TrackerKey) => Promise<void>;
}

const onlyFor: Readonly<Record<TrackerKind, string>> = {
	own: 'this works only for trackers of your own.',
	pinned: 'this works only for trackers that you have pinned.',
};

/** Implements the commands on trackers. Each acts on the tracker that it was called on, or else on one that the user chooses. */
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
		return this.#with(given, { title: 'Edit Tracker', kind: trackerKinds.editTracker, act: editTracker });
	}

	delete(given: Given): Promise<void> {
		return this.#with(given, {
			title: 'Delete Tracker',
			kind: trackerKinds.deleteTracker,
			act: deleteTracker,
		});
	}

	unpin(given: Given): Promise<void> {
		return this.#with(given, { title: 'Unpin Tracker', kind: trackerKinds.unpinTracker, act: unpinTracker });
	}

	async #with(given: Given, { title, kind, act }: Command): Promise<void> {
		const key = trackerOf(given) ?? (await pickTracker(this.#tickets, title, kind));
		const account = key && this.#tickets.of(key.account);
		if (!key || !account) return;
		// A keybinding or another extension can pass any tracker.
		if (kindOf(key.owner, account.session.account) === kind) await act(this.#tickets, key);
		else await inform(`${title}: ${onlyFor[kind]}`);
	}
}
