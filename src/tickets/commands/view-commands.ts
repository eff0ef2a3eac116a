import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { askQueryName } from '../../platform/editor/boxes/ask-query-name.ts';
import { offerSignIn } from '../../platform/editor/boxes/require-account.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInStatusBar, showListChanged } from '../../platform/editor/messages.ts';
import type { ItemSource } from '../../platform/items/item-kind.ts';
import { pickItem } from '../../platform/items/pick-item.ts';
import { pickerItems } from '../../platform/items/picker-items.ts';
import { type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import type { TicketOrder } from '../model/query/query.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import { trackerItems } from '../view/tracker-items.ts';
import { askQuery } from './find/filter.ts';
import { markSeen } from './mark-seen.ts';
import { markCurrent } from './pick.ts';
import { QueryCommands } from './query-commands.ts';
import { trackerOf } from './ticket-command-target.ts';
import type { TicketNavigation } from './ticket-navigation.ts';
import type { TicketServices } from './ticket-services.ts';

/** Implements the commands that filter, group and sort the Tickets view. */
export class ViewCommands {
	readonly #services: TicketServices;
	readonly #navigation: TicketNavigation;
	/** The trackers of the workspace's projects. */
	readonly #project: ProjectItems | undefined;
	/** Implements the commands that change saved queries. */
	readonly queries: QueryCommands;

	/** `willRename` is called before the rows of a query get other ids. */
	constructor(
		services: TicketServices,
		navigation: TicketNavigation,
		willRename: (from: string, to: string) => void,
		project?: ProjectItems,
	) {
		this.#services = services;
		this.#navigation = navigation;
		this.#project = project;
		const tracker = async () => (await this.#currentTracker()) ?? this.#firstTracker();
		this.queries = new QueryCommands(services.tickets, services.settings.savedQueries, tracker, willRename);
	}

	get #trackers(): ItemSource<TicketAccount> {
		return { accounts: this.#services.tickets.accounts, project: this.#project };
	}

	async filter(args: CommandArguments): Promise<void> {
		const { tickets, settings } = this.#services;
		const key = await this.#choose(args, 'Filter Tickets');
		if (!key) return;
		const answer = await askQuery(tickets, key, {
			title: `Filter ${trackerRef(key)}`,
			value: settings.filterOf(key) ?? '',
		});
		if (answer) await settings.setFilter(key, answer.text === '' ? undefined : answer.text);
	}

	async saveFilter(args: CommandArguments): Promise<void> {
		const { settings } = this.#services;
		const key = await this.#findFilteredTracker(args, 'Save Filter as Query');
		const text = key && settings.filterOf(key);
		if (!key || text === undefined) return;
		const { savedQueries } = settings;
		const name = await askQueryName({
			title: 'Save Filter as Query',
			prompt: `Name of the query "${text}". It will appear under every tracker.`,
			queries: () => savedQueries.queries,
		});
		if (name !== undefined && (await savedQueries.add({ name, text })))
			await settings.setFilter(key, undefined);
	}

	async clearFilter(args: CommandArguments): Promise<void> {
		const key = await this.#findFilteredTracker(args, 'Clear Filter');
		if (key) await this.#services.settings.setFilter(key, undefined);
	}

	/** The tracker that the user is working with, if its account is signed in. */
	async #currentTracker(): Promise<TrackerKey | undefined> {
		const key = await this.#navigation.currentTracker();
		return key && this.#services.tickets.of(key.account) ? key : undefined;
	}

	/** The tracker with a filter that a command was called on, else the one that the user is working with or chooses. */
	async #findFilteredTracker(args: CommandArguments, title: string): Promise<TrackerKey | undefined> {
		if (areRowsGone(args)) {
			showListChanged();
			return undefined;
		}
		const { tickets, settings } = this.#services;
		const named = trackerOf(args);
		if (named) return named;
		if (tickets.accounts.length === 0) {
			background(offerSignIn());
			return undefined;
		}
		const hasFilter = (key: TrackerKey) => settings.filterOf(key) !== undefined;
		const current = await this.#currentTracker();
		if (current && hasFilter(current)) return current;
		const keys = (await this.#allTrackers()).filter(hasFilter);
		if (keys.length === 0) showInStatusBar('No tracker has a filter.');
		if (keys.length < 2) return keys[0];
		const items = keys.map((key) => ({
			label: escapeIcons(trackerRef(key)),
			description: escapeIcons(settings.filterOf(key) ?? ''),
			key,
		}));
		return (await vscode.window.showQuickPick(items, { title, placeHolder: 'Select a filter' }))?.key;
	}

	/** Marks the tickets of the tracker that the command was called on as seen. */
	async markSeen(args: CommandArguments): Promise<void> {
		const { tickets } = this.#services;
		const key = await this.#choose(args, 'Mark Tickets as Seen');
		if (key) showInStatusBar(await markSeen([key], tickets));
	}

	/** Marks the tickets of all trackers of the view as seen. */
	async markAllSeen(): Promise<void> {
		const { tickets } = this.#services;
		if (tickets.accounts.length === 0) {
			background(offerSignIn());
			return;
		}
		await Promise.all(tickets.accounts.map(({ trackers }) => trackers.own.open()));
		showInStatusBar(await markSeen(await this.#allTrackers(), tickets));
	}

	/** The tracker that a command was called on, else the one that the user is working with or chooses. */
	async #choose(args: CommandArguments, title: string): Promise<TrackerKey | undefined> {
		if (areRowsGone(args)) {
			showListChanged();
			return undefined;
		}
		return (
			trackerOf(args) ??
			(await this.#currentTracker()) ??
			(await pickItem(trackerItems, this.#trackers, title))
		);
	}

	/** All trackers of the view. */
	async #allTrackers(): Promise<readonly TrackerKey[]> {
		return (await pickerItems(trackerItems, this.#trackers)).map(({ key }) => key);
	}

	/** The first tracker by name. */
	async #firstTracker(): Promise<TrackerKey | undefined> {
		return (await this.#allTrackers()).toSorted((one, other) =>
			trackerRef(one).localeCompare(trackerRef(other)),
		)[0];
	}

	async group(): Promise<void> {
		const { settings } = this.#services;
		const items = [
			{ label: 'None', grouping: 'none' as const },
			{ label: 'By status', grouping: 'status' as const },
			{ label: 'By label', grouping: 'label' as const },
			{ label: 'By assignee', grouping: 'assignee' as const },
		].map((item) => markCurrent(item, item.grouping === settings.grouping));
		const chosen = await vscode.window.showQuickPick(items, { title: 'Group Tickets' });
		if (chosen) await settings.setGrouping(chosen.grouping);
	}

	async sort(): Promise<void> {
		const { settings } = this.#services;
		const { by, isReversed } = settings.order;
		const items = sortings.map((item) =>
			markCurrent(item, item.order.by === by && item.order.isReversed === isReversed),
		);
		const chosen = await vscode.window.showQuickPick(items, {
			title: 'Sort Tickets',
			placeHolder: "Doesn't affect queries with sort: or rsort:",
		});
		if (chosen) await settings.setOrder(chosen.order);
	}

	/** Opens the setting that has the saved queries. */
	async editQueries(): Promise<void> {
		await vscode.commands.executeCommand('workbench.action.openSettings', '@id:tildeforge.ticketQueries');
	}
}

const sortings: readonly { readonly label: string; readonly order: TicketOrder }[] = [
	{ label: 'Recently updated', order: { by: 'updated', isReversed: false } },
	{ label: 'Least recently updated', order: { by: 'updated', isReversed: true } },
	{ label: 'Newest', order: { by: 'created', isReversed: false } },
	{ label: 'Oldest', order: { by: 'created', isReversed: true } },
	{ label: 'By title', order: { by: 'title', isReversed: false } },
];
