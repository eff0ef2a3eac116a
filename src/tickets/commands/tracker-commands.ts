import * as vscode from 'vscode';
import { showInformation, showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { runOnOwned } from '../../platform/editor/run-on-owned.ts';
import { type TrackerKey, trackerAddress } from '../../platform/model/keys.ts';
import type { Ownership } from '../../platform/model/ownership.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import type { ShowRow } from '../../platform/view/show-row.ts';
import { trackerKinds } from '../model/tracker-kind.ts';
import type { Tickets } from '../state/tickets.ts';
import { pickTracker } from './pick.ts';
import { pinTracker, unpinTracker } from './pin.ts';
import { trackerOf } from './targets.ts';
import { createTracker, deleteTracker, editTracker } from './trackers.ts';

interface Command {
	readonly title: string;
	readonly ownership: Ownership;
	readonly act: (tickets: Tickets, key: TrackerKey) => Promise<void>;
}

/** Implements the commands on trackers. */
export class TrackerCommands {
	readonly #tickets: Tickets;
	/** The trackers of the workspace's projects. */
	readonly #project: ProjectItems | undefined;

	constructor(tickets: Tickets, project?: ProjectItems) {
		this.#tickets = tickets;
		this.#project = project;
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
		const address = await this.#chooseAddress(args, 'Open Tracker in Browser');
		if (address !== undefined) await openInBrowser(address);
	}

	async copyLink(args: CommandArguments): Promise<void> {
		const address = await this.#chooseAddress(args, 'Copy Tracker Link');
		if (address === undefined) return;
		await vscode.env.clipboard.writeText(address);
		showInStatusBar('Link copied');
	}

	/** The web address of the tracker. Undefined if the user cancels. */
	async #chooseAddress(args: CommandArguments, title: string): Promise<string | undefined> {
		const { accounts } = this.#tickets;
		const key = trackerOf(args) ?? (await pickTracker({ accounts, project: this.#project }, title));
		const base = key && this.#tickets.of(key.account)?.instance.trackers;
		return key && base !== undefined ? trackerAddress(base, key) : undefined;
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
