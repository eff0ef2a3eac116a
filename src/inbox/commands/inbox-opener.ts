import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { Turns } from '../../base/turns.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { isOpeningKey, RowActivations } from '../../platform/editor/row-activation.ts';
import { setContext } from '../../platform/editor/set-context.ts';
import type { ListStep, MixedList, SharedTab } from '../../platform/page/shared-tab.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import { groupEntries, shownSubject } from '../model/groups.ts';
import { isClickedRow, isSubjectRow, targetOfSubject } from '../model/inbox-target.ts';
import { eventToOpen, type OpenAction, openActionOf } from '../model/open-event.ts';
import { isSubjectId, type Subject } from '../model/subjects.ts';
import type { InboxEvents } from '../state/inbox-events.ts';
import { eventsOf, subjectsOfCommand } from './command-subjects.ts';
import { RowsToSee } from './rows-to-see.ts';

const inboxView = 'tildeforge.inbox';

/** The rows of the views that are shown. */
export interface ShownRows {
	/** Selects a row of a view, and moves the focus there. */
	readonly focus: (view: string, row: string) => Promise<void>;
	/** Selects a row of the Inbox if it is displayed, and leaves the focus where it is. */
	readonly select: (row: string) => Promise<void>;
}

/** Opens what rows and notifications of the Inbox are about: what rows are about in the shared tab, one after the other. */
export class InboxOpener implements MixedList {
	readonly #inbox: InboxEvents;
	readonly #shown: ShownRows;
	readonly #tab: SharedTab;
	readonly #gestures = new RowActivations();
	readonly #rows: RowsToSee;
	/** Rows are opened in the order of the keys. */
	readonly #turns = new Turns();
	/** The row that was opened last. */
	#last: string | undefined;
	/** The row that a key has asked for and that is not open yet: the next key counts from there. */
	#requested: string | undefined;
	/** The diff that was opened for a row. */
	#diff: vscode.Tab | undefined;
	#isDiffShown = false;

	constructor(inbox: InboxEvents, shown: ShownRows, tab: SharedTab, lifetime: Lifetime) {
		this.#inbox = inbox;
		this.#shown = shown;
		this.#tab = tab;
		this.#rows = new RowsToSee(() =>
			groupEntries(inbox.entries, timeOfDay()).flatMap(({ subjects }) => subjects),
		);
		tab.list = this;
		lifetime.add(vscode.window.tabGroups.onDidChangeTabs(this.#didChangeTabs));
	}

	has(row: string): boolean {
		return isSubjectId(row);
	}

	position(row: string) {
		return this.#rows.position(row);
	}

	/** A key was pressed in the view. Next, its keybinding opens the row that has the focus. */
	pressRowKey(key: unknown): void {
		if (isOpeningKey(key)) this.#gestures.didPress(key);
	}

	/**
	 * Opens what a row or a notification is about. Once that is shown, marks all its events as seen. When the row is clicked, the focus stays in
	 * the view or returns to it.
	 */
	async open([row]: CommandArguments): Promise<void> {
		const [subject] = subjectsOfCommand([row], this.#inbox.entries);
		if (!subject) return;
		if (!isSubjectRow(row)) return this.#open(subject, { isClicked: false });
		// The second click of a double click goes on with the same rows.
		if (subject.id !== this.#last) this.#rows.begin(subject.id);
		await this.#openRow(subject, { isClicked: isClickedRow(row) });
	}

	async go(step: ListStep, from = this.#last): Promise<boolean> {
		const row = this.#requested ?? from;
		const next = this.#rows.next(row, step);
		if (step === 'done' && row !== undefined) background(this.#inbox.markSeen(eventsOf(this.#find(row))));
		if (next === undefined) {
			if (step !== 'done') return false;
			showInStatusBar('Nothing new is left in the Inbox.');
			await this.focus(row);
			return true;
		}
		this.#requested = next;
		return this.#turns.run(async () => {
			try {
				const [subject] = this.#find(next);
				if (subject) await this.#openRow(subject, { isClicked: false, isStep: true });
				await this.#shown.select(next);
				return subject !== undefined;
			} finally {
				if (this.#requested === next) this.#requested = undefined;
			}
		});
	}

	/** Moves the focus to a row, by default to the one that was opened last. */
	async focus(row = this.#last): Promise<void> {
		await vscode.commands.executeCommand(`${inboxView}.focus`);
		if (row !== undefined) await this.#shown.focus(inboxView, row);
	}

	#find(row: string): readonly Subject[] {
		return subjectsOfCommand([targetOfSubject(row)], this.#inbox.entries);
	}

	async #openRow(subject: Subject, gesture: Gesture): Promise<void> {
		this.#last = subject.id;
		this.#rows.didOpen(subject.id);
		await this.#open(subject, gesture, subject.id);
	}

	/** With a `listId`, in the shared tab. */
	async #open(subject: Subject, gesture: Gesture, listId?: string): Promise<void> {
		const shown = shownSubject(subject, timeOfDay());
		// The event of an old notification may have left the view.
		const event = shown ? eventToOpen(shown) : subject.entries.at(-1)?.event;
		const action = event && openActionOf(event);
		const isShown = !action || (await this.#run(action, subject.id, gesture, listId));
		if (isShown) await this.#inbox.markSeen(eventsOf([subject]));
	}

	/** Returns false if a commit could not be read, or is no longer wanted. Pages and rows are always shown: they themselves say what could not be read. */
	async #run(
		action: OpenAction,
		id: string,
		{ isClicked, isStep = false }: Gesture,
		listId: string | undefined,
	): Promise<boolean> {
		switch (action.kind) {
			case 'page': {
				const { preview, open, target } = action;
				await vscode.commands.executeCommand(isClicked ? preview : open, { ...target, listId });
				return true;
			}
			case 'commit': {
				const { target } = action;
				const before = activeTab();
				const given = isClicked ? { ...target, isClicked, view: inboxView } : target;
				const isShown = (await vscode.commands.executeCommand('tildeforge.openCommit', given)) === true;
				if (isShown && listId !== undefined) this.#didOpenDiff(before);
				return isShown;
			}
			case 'row': {
				const activation = isClicked ? this.#gestures.didRun(id) : 'enter';
				await vscode.commands.executeCommand(`${action.view}.focus`);
				await this.#shown.focus(action.view, action.row);
				// The keys that go on with the next row are in the Inbox.
				if (isStep) await this.focus();
				else if (activation === 'click' || activation === 'space')
					await vscode.commands.executeCommand(`${inboxView}.focus`);
				return true;
			}
		}
	}

	/** The editor in front shows the commits of a push, unless `before` still is in front: then a message has said that they are gone. */
	#didOpenDiff(before: vscode.Tab | undefined): void {
		const tab = activeTab();
		if (!tab || (tab === before && tab !== this.#diff)) return;
		this.#diff = tab;
		this.#didChangeTabs();
		const isOpen = () => tab.group.tabs.includes(tab);
		this.#tab.didOpen({
			owner: tab,
			column: () => (isOpen() ? tab.group.viewColumn : undefined),
			close: () => isOpen() && tab.isPreview && background(vscode.window.tabGroups.close([tab], true)),
		});
	}

	/** Letters are keys in a diff that was opened for a row, as on a page: nothing can be typed there. */
	readonly #didChangeTabs = (): void => {
		const isShown = this.#diff !== undefined && activeTab() === this.#diff;
		if (isShown === this.#isDiffShown) return;
		this.#isDiffShown = isShown;
		background(setContext('tildeforge.showsInboxDiff', isShown));
	};
}

const activeTab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;

/** How the user opens a row. */
interface Gesture {
	readonly isClicked: boolean;
	/** Whether a key on the page of another row opens it. */
	readonly isStep?: boolean;
}
