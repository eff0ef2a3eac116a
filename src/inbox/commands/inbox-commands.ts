import * as vscode from 'vscode';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { isOpeningKey, RowActivations } from '../../platform/editor/row-activation.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { eventId, isClickedRow } from '../model/inbox-target.ts';
import { type OpenAction, openActionOf } from '../model/open-event.ts';
import type { InboxEvents } from '../state/inbox-events.ts';
import { eventsOfCommand } from './command-events.ts';

const inboxView = 'tildeforge.inbox';

type InboxEntries = Pick<InboxEvents, 'entries' | 'markSeen'>;

/** Implements the commands of the Inbox view. */
export class InboxCommands {
	readonly #inbox: InboxEntries;
	/** The rows that are selected in the view. */
	readonly #selected: () => readonly unknown[];
	/** Selects a row of a view that is shown, and moves the focus there. */
	readonly #reveal: (view: string, row: string) => Promise<void>;
	readonly #gestures = new RowActivations();

	constructor(
		inbox: InboxEntries,
		selected: () => readonly unknown[],
		reveal: (view: string, row: string) => Promise<void>,
	) {
		this.#inbox = inbox;
		this.#selected = selected;
		this.#reveal = reveal;
	}

	/** Opens what an event is about, and marks the event as seen. When its row is clicked, the focus stays in the view or returns to it. */
	async open([row]: CommandArguments): Promise<void> {
		const [event] = eventsOfCommand([row], this.#inbox.entries);
		if (!event) return;
		await this.#open(openActionOf(event), eventId(event), isClickedRow(row));
		await this.#inbox.markSeen([event]);
	}

	/** A key was pressed in the view. Next, its keybinding opens the row that has the focus. */
	pressRowKey(key: unknown): void {
		if (isOpeningKey(key)) this.#gestures.didPress(key);
	}

	/** Marks the events of the chosen rows as seen. */
	async markSeen(args: CommandArguments): Promise<void> {
		const chosen = args.length > 0 ? args : ([undefined, this.#selected()] as const);
		const events = eventsOfCommand(chosen, this.#inbox.entries);
		if (events.length === 0) showInStatusBar('Select an update first.');
		else await this.#inbox.markSeen(events);
	}

	async markAllSeen(): Promise<void> {
		await this.#inbox.markSeen(this.#inbox.entries.map(({ event }) => event));
	}

	async #open(action: OpenAction, id: string, isClicked: boolean): Promise<void> {
		switch (action.kind) {
			case 'page': {
				const { preview, open, target } = action;
				await vscode.commands.executeCommand(isClicked ? preview : open, target);
				return;
			}
			case 'commit': {
				const { target } = action;
				const given = isClicked ? { ...target, isClicked, view: inboxView } : target;
				await vscode.commands.executeCommand('tildeforge.openCommit', given);
				return;
			}
			case 'row': {
				const gesture = isClicked ? this.#gestures.didRun(id) : 'enter';
				await vscode.commands.executeCommand(`${action.view}.focus`);
				await this.#reveal(action.view, action.row);
				if (gesture === 'click' || gesture === 'space')
					await vscode.commands.executeCommand(`${inboxView}.focus`);
			}
		}
	}
}
