import type * as vscode from 'vscode';
import { neverAborts } from '../../base/abort.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { OutboxController } from '../../platform/commands/outbox-controller.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import type { CommandArguments } from '../../platform/view/command-arguments.ts';
import type { Row } from '../../platform/view/row.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import type { Tree } from '../../platform/view/tree/tree.ts';
import type { FollowSeries } from '../page/ticket-series.ts';
import type { TicketLists } from '../view/ticket-lists.ts';
import { TodoReferences } from './code/todo-references.ts';
import { TicketPages } from './open-ticket-pages.ts';
import {
	type ChosenTicket,
	currentTickets,
	currentTracker,
	ticketsOf,
	trackerArguments,
} from './ticket-command-target.ts';
import { TicketCommands } from './ticket-commands.ts';
import { rememberFocus, type TicketList } from './ticket-list.ts';
import type { TicketServices } from './ticket-services.ts';
import { ViewCommands } from './view-commands.ts';

interface PagesAndCommandsOptions {
	readonly services: TicketServices;
	/** The changes that are not on the forge yet. */
	readonly waiting: OutboxController;
	readonly list: TicketList & {
		readonly tree: Tree | undefined;
		readonly lists: TicketLists;
		/** The row of the only tracker of the view, which is not displayed. */
		readonly onlyTracker: () => Row | undefined;
		/** As `TicketsView.mayBeForOther`. */
		readonly mayBeForOther: () => boolean;
	};
	/** The trackers of the workspace's projects. */
	readonly project: ProjectItems;
	readonly showRow: ShowRow;
	/** Finds the series of patches that name a ticket. */
	readonly followSeries: FollowSeries;
	readonly extension: vscode.Uri;
	readonly log: Log;
}

/** The commands and pages of tickets. Created when the first of them is needed. */
export class TicketPagesAndCommands implements Disposable {
	readonly commands: TicketCommands;
	readonly viewCommands: ViewCommands;
	readonly pages: TicketPages;
	readonly showRow: ShowRow;
	/** Returns the arguments of a command on trackers. In the title of the view, the command is for the only tracker of the view. */
	readonly trackerArguments: (args: CommandArguments) => CommandArguments;
	readonly #lists: TicketLists;
	readonly #lifetime = new Lifetime();

	constructor({
		services,
		waiting,
		list,
		project,
		showRow,
		followSeries,
		extension,
		log,
	}: PagesAndCommandsOptions) {
		const { tree } = list;
		this.showRow = showRow;
		this.trackerArguments = (args) => trackerArguments(args, list.onlyTracker(), list.mayBeForOther);
		this.#lists = list.lists;
		const pinPosition = (key: TicketKey) => list.lists.pinPosition(key);
		this.pages = this.#lifetime.add(
			new TicketPages({
				services,
				waiting,
				pinPosition,
				followSeries,
				commands: () => this.commands,
				list,
				extension,
				log,
			}),
		);
		const { pages } = this;
		const selected = async () => (await tree?.selectedRows()) ?? [];
		const isSelectionLast = () => tree?.selectionSource.isSelection === true;
		const navigation = {
			open: pages.open.bind(pages),
			current: async () => {
				const chosen = ticketsOf([undefined, await selected()]);
				return currentTickets(pages.active, chosen, isSelectionLast());
			},
			currentTracker: async () => currentTracker(pages.active, await selected(), isSelectionLast()),
			pinPosition,
			rememberFocus: (chosen: readonly ChosenTicket[]) => rememberFocus(list, chosen),
			go: (step: 1 | -1) => pages.go(step),
			preview: pages.preview.bind(pages),
		};
		const { tickets, commentFiles } = services;
		const todos = this.#lifetime.add(new TodoReferences(tickets, project));
		this.commands = new TicketCommands(tickets, commentFiles, navigation, todos, project);
		const willRename = (from: string, to: string) => {
			const ids = list.lists.queryIds(to);
			for (const [nth, id] of list.lists.queryIds(from).entries()) tree?.willRename(id, ids[nth] ?? id);
		};
		this.viewCommands = new ViewCommands(services, navigation, willRename, project);
	}

	/** Shows all tickets of a list, and moves the focus to the first one that was not shown. */
	async showMore(listId: unknown): Promise<void> {
		if (typeof listId !== 'string') return;
		const row = this.#lists.showAll(listId);
		if (row !== undefined) await this.showRow(row, neverAborts);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
