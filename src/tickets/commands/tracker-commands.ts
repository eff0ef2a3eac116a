import { showInformation } from '../../platform/editor/messages.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import { type TrackerKind, trackerKinds } from '../model/tracker-kind.ts';
import type { Tickets } from '../state/tickets.ts';
import { pickTracker } from './pick.ts';
import { runTrackerCommand } from './run-tracker-command.ts';
import type { CommandArguments } from './targets.ts';
import { createTracker, deleteTracker, editTracker, pinTracker, unpinTracker } from './trackers.ts';

interface Command {
	readonly title: string;
	readonly kind: TrackerKind;
	readonly act: (tickets: Tickets, key: TrackerKey) => Promise<void>;
}

/** Implements the commands on trackers. */
export class TrackerCommands {
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

	edit(args: CommandArguments): Promise<void> {
		return this.#run(args, { title: 'Edit Tracker', kind: trackerKinds.editTracker, act: editTracker });
	}

	delete(args: CommandArguments): Promise<void> {
		return this.#run(args, {
			title: 'Delete Tracker',
			kind: trackerKinds.deleteTracker,
			act: deleteTracker,
		});
	}

	unpin(args: CommandArguments): Promise<void> {
		return this.#run(args, { title: 'Unpin Tracker', kind: trackerKinds.unpinTracker, act: unpinTracker });
	}

	#run(args: CommandArguments, { title, kind, act }: Command): Promise<void> {
		const tickets = this.#tickets;
		return runTrackerCommand(
			args,
			{ title, kind, act: (key) => act(tickets, key) },
			{
				nameOf: (account) => tickets.of(account)?.session.account,
				pick: (...pickArgs) => pickTracker(tickets, ...pickArgs),
				inform: showInformation,
			},
		);
	}
}
