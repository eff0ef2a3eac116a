import { timeOfDay } from '../../base/clock.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { shownSubject } from '../model/groups.ts';
import type { Subject } from '../model/subjects.ts';
import type { InboxEvents } from '../state/inbox-events.ts';
import { eventsOf, placesOfCommand, subjectsOfCommand } from './command-subjects.ts';
import { mutePlaces, muteSubjects, showMuted } from './muting.ts';

/** Implements the commands of the Inbox view. */
export class InboxCommands {
	readonly #inbox: InboxEvents;
	/** The rows that are selected in the view. */
	readonly #selected: () => readonly unknown[];

	constructor(inbox: InboxEvents, selected: () => readonly unknown[]) {
		this.#inbox = inbox;
		this.#selected = selected;
	}

	/** Marks the events of the chosen rows as seen. */
	async markSeen(args: CommandArguments): Promise<void> {
		const events = eventsOf(this.#chosen(args, true));
		if (events.length === 0) showInStatusBar('Select an update first.');
		else await this.#inbox.markSeen(events);
	}

	async markAllSeen(): Promise<void> {
		await this.#inbox.markAllSeen();
	}

	/** Brings back the events that the chosen rows show. */
	async markUnseen(args: CommandArguments): Promise<void> {
		const now = timeOfDay();
		const events = this.#chosen(args).flatMap((subject) =>
			(shownSubject(subject, now)?.entries ?? []).map(({ event }) => event),
		);
		if (events.length === 0) showInStatusBar('Select an update first.');
		else await this.#inbox.markUnseen(events);
	}

	mute(args: CommandArguments): Promise<void> {
		return muteSubjects(this.#inbox, this.#chosen(args));
	}

	/** Mutes all that happens in the chosen places. Other selected rows stay as they are. */
	mutePlaces(args: CommandArguments): Promise<void> {
		return mutePlaces(this.#inbox, placesOfCommand(args, this.#inbox.entries));
	}

	showMuted(): Promise<void> {
		return showMuted(this.#inbox);
	}

	/** The subjects of the rows that a command was called on or, without a row, of the selected ones. */
	#chosen(args: CommandArguments, isForPlaces = false): readonly Subject[] {
		const rows = args.length > 0 ? args : ([undefined, this.#selected()] as const);
		return subjectsOfCommand(rows, this.#inbox.entries, isForPlaces);
	}
}
