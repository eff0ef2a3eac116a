import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { Turns } from '../../base/turns.ts';
import { showInStatusBar } from '../../platform/editor/messages.ts';
import { activeTab, onDidChangeActiveTab } from '../../platform/editor/opened-tabs.ts';
import { isOpeningKey, RowActivations } from '../../platform/editor/row-activation.ts';
import { setContext } from '../../platform/editor/set-context.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
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
	/** How many keys have asked for rows that are not open yet. */
	#steps = 0;
	/** The row whose page or diff was in front last. */
	#last: string | undefined;
	/** The last row, if it could not be opened: the one before it is still in front. */
	#passed: { readonly row: string; readonly inFront: string | undefined } | undefined;
	/** The diff that was opened for a row. */
	#diff: { readonly tab: vscode.Tab; readonly row: string } | undefined;
	#isDiffShown = false;

	constructor(inbox: InboxEvents, shown: ShownRows, tab: SharedTab, lifetime: Lifetime) {
		this.#inbox = inbox;
		this.#shown = shown;
		this.#tab = tab;
		this.#rows = new RowsToSee(() =>
			groupEntries(inbox.entries, timeOfDay(), Number.POSITIVE_INFINITY).flatMap(({ subjects }) => subjects),
		);
		tab.list = this;
		lifetime.add(onDidChangeActiveTab(this.#didActivateTab));
	}

	has(row: string): boolean {
		return isSubjectId(row);
	}

	position(row: string) {
		return this.#rows.position(row);
	}

	didShow(row: string): void {
		this.#last = row;
	}

	/** A key was pressed in the view. Next, its keybinding opens the row that has the focus. */
	pressRowKey(key: unknown): void {
		if (isOpeningKey(key)) this.#gestures.didPress(key);
	}

	/**
	 * Opens what a row or a notification is about, which is seen when it has been open for a moment. When the row is clicked, the focus stays in
	 * the view or returns to it.
	 */
	async open([row]: CommandArguments): Promise<void> {
		const [subject] = subjectsOfCommand([row], this.#inbox.entries);
		if (!subject) return;
		if (!isSubjectRow(row)) {
			await this.#open(subject, { isClicked: false });
			return;
		}
		// The second click of a double click goes on with the same rows.
		if (!this.#inbox.looks.hasBegunRow(subject.id)) this.#rows.begin(subject.id);
		await this.#openRow(subject, { isClicked: isClickedRow(row) });
	}

	async go(step: ListStep, from = this.#last): Promise<boolean> {
		const isQueued = this.#steps > 0;
		this.#steps += 1;
		return this.#turns.run(async () => {
			let next: string | undefined;
			try {
				next = await this.#go(step, isQueued ? this.#last : from, isQueued);
			} finally {
				this.#steps -= 1;
			}
			if (next !== undefined) await this.#shown.select(next);
			return next === undefined ? step === 'done' : next !== this.#passed?.row;
		});
	}

	/**
	 * If the key was pressed before the row was open, it goes on, but the user is not done with what they have not seen. Returns the next row, also
	 * if it could not be opened.
	 */
	async #go(step: ListStep, row: string | undefined, isQueued: boolean): Promise<string | undefined> {
		const isDone = step === 'done' && row !== undefined && !isQueued;
		if (isDone) background(this.#inbox.markSeen(eventsOf(this.#find(row))));
		const next = this.#rows.next(this.#passed?.inFront === row ? this.#passed?.row : row, step);
		const [subject] = next === undefined ? [] : this.#find(next);
		if (!subject) {
			this.#passed = undefined;
			showInStatusBar(step === -1 ? 'This is the first update.' : 'Nothing new is left in the Inbox.');
			if (step === 'done') await this.focus(row);
			return undefined;
		}
		await this.#openRow(subject, { isClicked: false, isStep: true }, row);
		return next;
	}

	/** Moves the focus to a row, by default to the one that was in front last. */
	async focus(row = this.#last): Promise<void> {
		await vscode.commands.executeCommand(`${inboxView}.focus`);
		if (row !== undefined) await this.#shown.focus(inboxView, row);
	}

	#find(row: string): readonly Subject[] {
		return subjectsOfCommand([targetOfSubject(row)], this.#inbox.entries);
	}

	async #openRow(subject: Subject, gesture: Gesture, inFront = this.#last): Promise<void> {
		this.#rows.didOpen(subject.id);
		const isOpen = await this.#open(subject, gesture, subject.id);
		this.#passed = isOpen ? undefined : { row: subject.id, inFront };
		if (isOpen) this.#last = subject.id;
	}

	/** With a `listId`, in the shared tab. Returns whether it was opened. */
	async #open(subject: Subject, gesture: Gesture, listId?: string): Promise<boolean> {
		const shown = shownSubject(subject, timeOfDay());
		// The event of an old notification may have left the view.
		const event = shown ? eventToOpen(shown) : subject.entries.at(-1)?.event;
		const { looks } = this.#inbox;
		const before = looks.current;
		if (!event || !(await this.#run(openActionOf(event), subject.id, gesture, listId))) return false;
		// Of a push, one branch or tag is opened.
		const isOpened = (one: ForgeEvent) => !('ref' in event && 'ref' in one) || one.ref === event.ref;
		looks.beginRow(subject.id, eventsOf([subject]).filter(isOpened), before);
		return true;
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
				if (isShown && listId !== undefined) this.#didOpenDiff(before, listId);
				return isShown;
			}
			case 'row': {
				const activation = isClicked ? this.#gestures.didRun(id) : 'enter';
				await vscode.commands.executeCommand(`${action.view}.focus`);
				await this.#shown.focus(action.view, action.row);
				// The keys that go on with the next row are in the Inbox.
				if (isStep) await this.focus(id);
				else if (activation === 'click' || activation === 'space')
					await vscode.commands.executeCommand(`${inboxView}.focus`);
				return true;
			}
		}
	}

	/** The editor in front shows the commits of a push, unless `before` still is in front: then a message has said that they are gone. */
	#didOpenDiff(before: vscode.Tab | undefined, row: string): void {
		const tab = activeTab();
		if (!tab || (tab === before && tab !== this.#diff?.tab)) return;
		this.#diff = { tab, row };
		this.#didActivateTab();
		const isOpen = () => tab.group.tabs.includes(tab);
		this.#tab.didOpen({
			owner: tab,
			column: () => (isOpen() ? tab.group.viewColumn : undefined),
			close: () => isOpen() && tab.isPreview && background(vscode.window.tabGroups.close([tab], true)),
		});
	}

	/** Letters are keys in a diff that was opened for a row, as on a page: nothing can be typed there. */
	readonly #didActivateTab = (): void => {
		const isShown = this.#diff !== undefined && activeTab() === this.#diff.tab;
		if (isShown) this.#last = this.#diff?.row;
		if (isShown === this.#isDiffShown) return;
		this.#isDiffShown = isShown;
		background(setContext('tildeforge.showsInboxDiff', isShown));
	};
}

/** How the user opens a row. */
interface Gesture {
	readonly isClicked: boolean;
	/** Whether a key on the page of another row opens it. */
	readonly isStep?: boolean;
}
