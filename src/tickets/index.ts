import { once } from '../base/once.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import type { OutboxController } from '../platform/commands/outbox-controller.ts';
import { confirmedOfProjects } from '../platform/git/project-items.ts';
import type { Projects } from '../platform/git/projects.ts';
import { itemExists } from '../platform/items/item-exists.ts';
import type { TicketKey } from '../platform/model/keys.ts';
import type { ProjectItem } from '../platform/model/project-items.ts';
import type { SharedTab } from '../platform/page/shared-tab.ts';
import type { ShownView } from '../platform/view/views.ts';
import type { Account } from '../signin/connections/connection.ts';
import type { Instance } from '../signin/instances/instance.ts';
import { registerTodoActions } from './commands/code/todo-action.ts';
import { CommentEditor } from './commands/comment/comment-editor.ts';
import { Descriptions } from './commands/descriptions/descriptions.ts';
import type { TicketAccounts } from './commands/ticket-services.ts';
import type { FollowSeries } from './page/ticket-series.ts';
import { openTicketServices } from './services.ts';
import { publicTicket } from './state/public-tickets.ts';
import { TicketWatchSource } from './state/watch/ticket-watch-source.ts';
import { createTrackerWatchSource } from './state/watch/tracker-watch-source.ts';
import { TicketsView } from './view/tickets-view.ts';
import { trackerItems } from './view/tracker-items.ts';

/** What the tickets feature needs from the rest of the extension. */
interface TicketsDependencies {
	readonly accounts: () => Promise<TicketAccounts>;
	readonly projects: () => Promise<Projects<Instance>>;
	/** Opens the outboxes of all features. */
	readonly outbox: () => Promise<OutboxController>;
	readonly sharedTab: SharedTab;
	/** Finds the series of patches that name a ticket. */
	readonly followSeries: FollowSeries;
	/** Called when the user has changed the status, labels, assignees or title of a ticket. */
	readonly didTriage: () => void;
}

/** Shown above the tickets of the sample forge. */
const aboutSample =
	"Sample forge. Nothing leaves this machine. Press ? on a ticket's page for keyboard shortcuts.";

/** The parts of the tickets feature. Each is opened when it is first needed. */
export class TicketsFeature {
	readonly #window: ExtensionWindow;
	readonly #dependencies: TicketsDependencies;

	constructor(window: ExtensionWindow, dependencies: TicketsDependencies) {
		this.#window = window;
		this.#dependencies = dependencies;
	}

	/** Tickets, their drafts and their changes. */
	readonly services = once(async () => {
		const { lifetime, deactivation } = this.#window;
		const accounts = await this.#dependencies.accounts();
		const services = lifetime.add(await openTicketServices(accounts, this.#window));
		const { tickets } = services;
		deactivation.addWrite((signal) => tickets.texts.settled(signal));
		lifetime.add(
			tickets.outbox.onDidChange(() => tickets.hasDirectChanges && this.#dependencies.didTriage()),
		);
		lifetime.add(registerTodoActions(() => accounts.forges.accounts.length > 0));
		return services;
	});

	readonly #view = once(async () => {
		const [{ tickets, settings }, { outbox }, projects] = await Promise.all([
			this.services(),
			this.#dependencies.outbox(),
			this.#dependencies.projects(),
		]);
		const tree = this.#window.tree('tildeforge.tickets');
		const view = new TicketsView({
			tickets,
			settings,
			waiting: outbox,
			project: confirmedOfProjects(projects, 'tracker'),
			changed: (change) => tree.changed(change),
			isVisible: () => tree.isVisible,
		});
		return this.#window.lifetime.add(view);
	});

	readonly shownView = async (): Promise<ShownView> => {
		const view = await this.#view();
		const exists = (item: ProjectItem, accounts: readonly Account[]) =>
			itemExists(item, accounts, trackerItems);
		return { view, projectPart: { kind: 'tracker', exists }, aboutSample };
	};

	/** The trackers and open tickets in which things happen, for the inbox. */
	readonly watchSources = once(async () => {
		const { tickets, visiblePages } = await this.services();
		const { lifetime, log } = this.#window;
		return [
			lifetime.add(createTrackerWatchSource(tickets, log.child('inbox'))),
			lifetime.add(new TicketWatchSource({ tickets, pages: visiblePages })),
		];
	});

	/** What everyone may know about a ticket. */
	async publicTicket(key: TicketKey, signal: AbortSignal) {
		const { tickets } = await this.services();
		return publicTicket(tickets, key, signal);
	}

	/** The commands and pages of tickets. */
	readonly pagesAndCommands = once(async () => {
		const { context, lifetime, log } = this.#window;
		const tree = this.#window.tree('tildeforge.tickets');
		const { followSeries, outbox, projects, sharedTab } = this.#dependencies;
		const [{ TicketPagesAndCommands }, services, waiting, view, shownTree, openProjects] = await Promise.all([
			import('./commands/pages-and-commands.ts'),
			this.services(),
			outbox(),
			this.#view(),
			tree.tree(),
			projects(),
		]);
		return lifetime.add(
			new TicketPagesAndCommands({
				services,
				waiting,
				list: {
					tree: shownTree,
					lists: view.lists,
					sharedTab,
					onlyTracker: () => view.onlyTracker,
					mayBeForOther: () => view.mayBeForOther(),
				},
				project: confirmedOfProjects(openProjects, 'tracker'),
				showRow: (row, left) => tree.showRow(row, left),
				followSeries,
				extension: context.extensionUri,
				log,
			}),
		);
	});

	/** The texts of the editors for descriptions. */
	readonly descriptions = once(async () => {
		const [{ tickets }] = await Promise.all([this.services(), this.#dependencies.outbox()]);
		const memory = this.#window.context.workspaceState;
		return new Descriptions(tickets, memory);
	});

	/** The texts of the editors for comments on several tickets. */
	readonly commentFiles = once(async () => {
		const [{ commentFiles }] = await Promise.all([this.services(), this.#dependencies.outbox()]);
		return commentFiles;
	});

	/** What VS Code uses while the user types a comment for several tickets. */
	readonly commentTyping = once(async () => new CommentEditor(await this.commentFiles()));
}
