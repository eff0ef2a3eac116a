import * as vscode from 'vscode';
import { ForgeError } from '../../forge/contract/errors.ts';
import { runOnOwned } from '../../platform/editor/boxes/run-on-owned.ts';
import { showInformation, showInStatusBar, showListChanged } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { type TrackerKey, trackerAddress, trackerRef } from '../../platform/model/keys.ts';
import type { Ownership } from '../../platform/model/ownership.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import { trackerKinds } from '../model/tracker-kind.ts';
import type { Tickets } from '../state/tickets.ts';
import { pickTracker } from './pick.ts';
import { trackerOf } from './ticket-command-target.ts';
import { pinTracker, unpinTracker } from './trackers/pin.ts';
import { createTracker, deleteTracker, editTracker } from './trackers/trackers.ts';

interface Command {
	readonly title: string;
	readonly ownership: Ownership;
	readonly act: (tickets: Tickets, key: TrackerKey) => Promise<void>;
}

interface TrackerCommandsOptions {
	readonly tickets: Tickets;
	/** The trackers of the workspace's projects. */
	readonly project: ProjectItems | undefined;
	/** The tracker that a command without arguments applies to. */
	readonly current: () => Promise<TrackerKey | undefined>;
}

/** Implements the commands on trackers. */
export class TrackerCommands {
	readonly #tickets: Tickets;
	readonly #project: ProjectItems | undefined;
	readonly #current: TrackerCommandsOptions['current'];

	constructor({ tickets, project, current }: TrackerCommandsOptions) {
		this.#tickets = tickets;
		this.#project = project;
		this.#current = current;
	}

	create(showRow: ShowRow): Promise<void> {
		return createTracker(this.#tickets, showRow);
	}

	pin(showRow: ShowRow): Promise<void> {
		return pinTracker(this.#tickets, showRow);
	}

	edit(args: CommandArguments): Promise<void> {
		return this.#run(args, { title: 'Edit Tracker', ownership: trackerKinds.editTracker, act: editTracker });
	}

	delete(args: CommandArguments): Promise<void> {
		return this.#run(args, {
			title: 'Delete Tracker',
			ownership: trackerKinds.deleteTracker,
			act: deleteTracker,
		});
	}

	unpin(args: CommandArguments): Promise<void> {
		return this.#run(args, {
			title: 'Unpin Tracker',
			ownership: trackerKinds.unpinTracker,
			act: unpinTracker,
		});
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

	/** The web page of the tracker that the command was called on, else of the one that the user is working with or chooses. */
	async #choosePage(args: CommandArguments, title: string) {
		if (areRowsGone(args)) return showListChanged();
		const { accounts } = this.#tickets;
		const key =
			trackerOf(args) ??
			(await this.#known()) ??
			(await pickTracker({ accounts, project: this.#project }, title));
		if (!key) return undefined;
		const base = this.#tickets.of(key.account)?.instance.trackers;
		if (base !== undefined) return { ref: trackerRef(key), address: trackerAddress(base, key) };
		throw new ForgeError('signed-out', 'The account for this tracker is signed out. Sign in and try again.');
	}

	/** The tracker that the user is working with, if its account is signed in. */
	async #known(): Promise<TrackerKey | undefined> {
		const key = await this.#current();
		return key && this.#tickets.of(key.account) ? key : undefined;
	}

	#run(args: CommandArguments, { title, ownership, act }: Command): Promise<void> {
		const [tickets, project] = [this.#tickets, this.#project];
		return runOnOwned(
			trackerOf(args),
			{ title, itemsName: 'trackers', ownership, act: (key) => act(tickets, key) },
			{
				nameOf: (account) => tickets.of(account)?.session.account,
				pick: (...pickArgs) => pickTracker({ accounts: tickets.accounts, project }, ...pickArgs),
				inform: showInformation,
			},
		);
	}
}
