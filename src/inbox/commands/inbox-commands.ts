import * as vscode from 'vscode';
import { timeOfDay } from '../../base/clock.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { isOpeningKey, RowActivations } from '../../platform/editor/row-activation.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { shownSubject } from '../model/groups.ts';
import { isClickedRow } from '../model/inbox-target.ts';
import { eventToOpen, type OpenAction, openActionOf } from '../model/open-event.ts';
import type { Subject } from '../model/subjects.ts';
import type { InboxEvents } from '../state/inbox-events.ts';
import { subjectsOfCommand } from './command-subjects.ts';
import { muteSubjects, showMuted } from './muting.ts';

const inboxView = 'tildeforge.inbox';

/** Implements the commands of the Inbox view. */
export class InboxCommands {
	readonly #inbox: InboxEvents;
	/** The rows that are selected in the view. */
	readonly #selected: () => readonly unknown[];
	/** Selects a row of a view that is shown, and moves the focus there. */
	readonly #reveal: (view: string, row: string) => Promise<void>;
	readonly #gestures = new RowActivations();

	constructor(
		inbox: InboxEvents,
		selected: () => readonly unknown[],
		reveal: (view: string, row: string) => Promise<void>,
	) {
		this.#inbox = inbox;
		this.#selected = selected;
		this.#reveal = reveal;
	}

	/**
	 * Opens what a row or a notification is about. Once that is shown, marks all its events as seen. When the row is clicked, the focus stays in
	 * the view or returns to it.
	 */
	async open([row]: CommandArguments): Promise<void> {
		const [subject] = subjectsOfCommand([row], this.#inbox.entries);
		if (!subject) return;
		const shown = shownSubject(subject, timeOfDay());
		// The event of an old notification may have left the view.
		const event = shown ? eventToOpen(shown) : subject.entries.at(-1)?.event;
		const action = event && openActionOf(event);
		const isShown = !action || (await this.#open(action, subject.id, isClickedRow(row)));
		if (isShown) await this.#inbox.markSeen(eventsOf([subject]));
	}

	/** A key was pressed in the view. Next, its keybinding opens the row that has the focus. */
	pressRowKey(key: unknown): void {
		if (isOpeningKey(key)) this.#gestures.didPress(key);
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

	showMuted(): Promise<void> {
		return showMuted(this.#inbox);
	}

	/** The subjects of the rows that a command was called on or, without a row, of the selected ones. */
	#chosen(args: CommandArguments, isForPlaces = false): readonly Subject[] {
		const rows = args.length > 0 ? args : ([undefined, this.#selected()] as const);
		return subjectsOfCommand(rows, this.#inbox.entries, isForPlaces);
	}

	/** Returns false if a commit could not be read, or is no longer wanted. Pages and rows are always shown: they themselves say what could not be read. */
	async #open(action: OpenAction, id: string, isClicked: boolean): Promise<boolean> {
		switch (action.kind) {
			case 'page': {
				const { preview, open, target } = action;
				await vscode.commands.executeCommand(isClicked ? preview : open, target);
				return true;
			}
			case 'commit': {
				const { target } = action;
				const given = isClicked ? { ...target, isClicked, view: inboxView } : target;
				return (await vscode.commands.executeCommand('tildeforge.openCommit', given)) === true;
			}
			case 'row': {
				const gesture = isClicked ? this.#gestures.didRun(id) : 'enter';
				await vscode.commands.executeCommand(`${action.view}.focus`);
				await this.#reveal(action.view, action.row);
				if (gesture === 'click' || gesture === 'space')
					await vscode.commands.executeCommand(`${inboxView}.focus`);
				return true;
			}
		}
	}
}

const eventsOf = (subjects: readonly Subject[]): readonly ForgeEvent[] =>
	subjects.flatMap(({ entries }) => entries.map(({ event }) => event));
