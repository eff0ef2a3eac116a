import * as vscode from 'vscode';
import { showInStatusBar, showListChanged } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { ItemCommands } from '../../platform/items/item-commands.ts';
import { labelsAddress, type TrackerKey, trackerAddress, trackerRef } from '../../platform/model/keys.ts';
import type { Ownership } from '../../platform/model/ownership.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import { requiredOwnership } from '../model/tracker-ownership.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import { setSubscribed } from '../state/ticket-subscription.ts';
import type { Tickets } from '../state/tickets.ts';
import { trackerItems } from '../view/tracker-items.ts';
import { askLabelDeletion, askLabelEdit, askNewLabel } from './labels/edit-labels.ts';
import { trackerOf } from './ticket-command-target.ts';
import type { TicketNavigation } from './ticket-navigation.ts';
import { createTracker, deleteTracker, editTracker } from './trackers/tracker-forms.ts';

/** Implements the commands on trackers. */
export class TrackerCommands extends ItemCommands<TicketAccount, TrackerKey> {
	readonly #tickets: Tickets;
	readonly #navigation: TicketNavigation;

	constructor(tickets: Tickets, navigation: TicketNavigation, project: ProjectItems | undefined) {
		super(trackerItems, tickets, project, trackerOf);
		this.#tickets = tickets;
		this.#navigation = navigation;
	}

	create(showRow: ShowRow): Promise<void> {
		return createTracker(this.#tickets, showRow);
	}

	edit(args: CommandArguments): Promise<void> {
		return this.runOnOwned(args, 'Edit Tracker', requiredOwnership.editTracker, (key) =>
			editTracker(this.#tickets, key),
		);
	}

	delete(args: CommandArguments): Promise<void> {
		return this.runOnOwned(args, 'Delete Tracker', requiredOwnership.deleteTracker, (key) =>
			deleteTracker(this.#tickets, key),
		);
	}

	createLabel(args: CommandArguments): Promise<void> {
		return this.#changeLabels(args, 'New Label', requiredOwnership.createLabel, askNewLabel);
	}

	editLabel(args: CommandArguments): Promise<void> {
		return this.#changeLabels(args, 'Edit Label', requiredOwnership.editLabel, askLabelEdit);
	}

	deleteLabel(args: CommandArguments): Promise<void> {
		return this.#changeLabels(args, 'Delete Label', requiredOwnership.deleteLabel, askLabelDeletion);
	}

	/** Opens the labels of the tracker in the browser if the forge cannot be asked for the change. */
	#changeLabels(
		args: CommandArguments,
		title: string,
		ownership: Ownership,
		change: (tickets: Tickets, key: TrackerKey) => Promise<void>,
	): Promise<void> {
		return this.runOnOwned(args, title, ownership, async (key) => {
			const account = this.#tickets.of(key.account);
			if (!account) return;
			const { connection, instance } = account;
			if (connection.trackerExtras) await change(this.#tickets, key);
			else if (instance.trackers !== undefined) await openInBrowser(labelsAddress(instance.trackers, key));
		});
	}

	subscribe(args: CommandArguments): Promise<void> {
		return this.#setSubscribed(args, 'Subscribe to Tracker', true);
	}

	unsubscribe(args: CommandArguments): Promise<void> {
		return this.#setSubscribed(args, 'Unsubscribe from Tracker', false);
	}

	async #setSubscribed(args: CommandArguments, title: string, isSubscribed: boolean): Promise<void> {
		const key = await this.#choose(args, title);
		const account = key && this.#tickets.of(key.account);
		if (!account) return;
		const { connection, instance } = account;
		if (!connection.trackerExtras) {
			if (instance.trackers !== undefined) await openInBrowser(trackerAddress(instance.trackers, key));
			return;
		}
		await setSubscribed(this.#tickets, key, isSubscribed);
		const ref = trackerRef(key);
		showInStatusBar(isSubscribed ? `Subscribed to ${ref}` : `Unsubscribed from ${ref}`);
	}

	async openOnWeb(args: CommandArguments): Promise<void> {
		const page = await this.#choosePage(args, 'Open Tracker in Browser');
		if (page) await openInBrowser(page.address);
	}

	async copyLink(args: CommandArguments): Promise<void> {
		const page = await this.#choosePage(args, 'Copy Tracker Link');
		if (!page) return;
		await vscode.env.clipboard.writeText(page.address);
		showInStatusBar(`Link to ${page.ref} copied`);
	}

	/** The tracker that the command was called on, else the one that the user is working with or chooses. */
	async #choose(args: CommandArguments, title: string): Promise<TrackerKey | undefined> {
		if (areRowsGone(args)) {
			showListChanged();
			return undefined;
		}
		return trackerOf(args) ?? (await this.#currentTracker()) ?? (await this.pick(title));
	}

	/** The web page of the tracker. */
	async #choosePage(args: CommandArguments, title: string) {
		const key = await this.#choose(args, title);
		if (!key) return undefined;
		const base = this.#tickets.of(key.account)?.instance.trackers;
		if (base !== undefined) return { ref: trackerRef(key), address: trackerAddress(base, key) };
		throw signedOut('tracker');
	}

	/** The tracker that the user is working with, if its account is signed in. */
	async #currentTracker(): Promise<TrackerKey | undefined> {
		const key = await this.#navigation.currentTracker();
		return key && this.#tickets.of(key.account) ? key : undefined;
	}
}
