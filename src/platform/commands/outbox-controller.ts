import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { WaitingChanges } from '../state/outbox/waiting-changes.ts';
import { combineOutboxes } from '../state/outbox/waiting-changes.ts';
import { showBulkProgress } from './bulk-progress.ts';
import { notifyProgress } from './notify-progress.ts';
import { OutboxCommands, type SignInForPermissions } from './outbox-commands.ts';
import { showOutboxStatus } from './outbox-status.ts';
import { reportSends } from './send-reports.ts';
import { showFailedChanges } from './show-failed-changes.ts';
import { UndoCommand } from './undo.ts';

/** The changes of a feature. */
export interface ChangesOfKind<Key = unknown> {
	readonly outbox: WaitingChanges<Key>;
	/** Whether the item's page is visible. If so, the page itself reports the failure. */
	isVisible(key: Key): boolean;
}

interface OutboxControllerOptions {
	readonly kinds: readonly ChangesOfKind[];
	/** The id of the command that shows the list of waiting changes. */
	readonly showWaiting: string;
	/** The list of waiting changes, by the name that the user knows. */
	readonly waitingList: string;
	readonly signIn: SignInForPermissions;
}

/** Status bar item, progress, reports and commands for the waiting changes of all features. Views show the list. */
export class OutboxController implements Disposable {
	/** The changes of all features. */
	readonly outbox: WaitingChanges;
	readonly undo: UndoCommand;
	readonly waiting: OutboxCommands;
	readonly #lifetime = new Lifetime();

	constructor({ kinds, showWaiting, waitingList, signIn }: OutboxControllerOptions) {
		this.outbox = combineOutboxes(kinds.map(({ outbox }) => outbox));
		this.undo = new UndoCommand(this.outbox);
		this.waiting = new OutboxCommands(this.outbox, waitingList, signIn);
		this.#lifetime.add(
			vscode.window.onDidChangeWindowState(({ focused }) => focused && this.outbox.readChanges()),
		);
		this.#lifetime.add(showOutboxStatus(this.outbox, showWaiting));
		this.#lifetime.add(showBulkProgress(this.outbox, notifyProgress));
		const showList = () => vscode.commands.executeCommand(showWaiting);
		for (const kind of kinds) {
			const { outbox } = kind;
			const isVisible = (key: unknown) => kind.isVisible(key);
			this.#lifetime.add(
				reportSends(outbox, isVisible, (summary, unsent) =>
					showFailedChanges(outbox, showList, summary, unsent),
				),
			);
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
