import { accountCommands } from './accounts/command-table.ts';
import { askAboutProjects } from './accounts/commands/ask-about-projects.ts';
import { SampleForge } from './accounts/commands/sample-forge.ts';
import { problemRows } from './accounts/forges/problem-rows.ts';
import { openProjects } from './accounts/forges/projects.ts';
import type { RedirectHandler } from './accounts/forges/redirect-handler.ts';
import type { Sessions } from './accounts/forges/sessions.ts';
import { type Accounts, openAccounts } from './accounts/index.ts';
import { background } from './base/background.ts';
import { once } from './base/once.ts';
import { inboxCommands } from './inbox/command-table.ts';
import { InboxFeature } from './inbox/index.ts';
import { EndingHooks } from './inbox/token-end-hooks.ts';
import { patchCommands } from './patches/command-table.ts';
import { PatchesFeature } from './patches/index.ts';
import { type CommandHandlers, type CommandTable, handlersOf } from './platform/commands/command-table.ts';
import type { ExtensionWindow } from './platform/commands/extension-window.ts';
import { open } from './platform/commands/open.ts';
import { outboxCommands } from './platform/commands/outbox-command-table.ts';
import { OutboxController } from './platform/commands/outbox-controller.ts';
import { WalkthroughSteps } from './platform/commands/walkthrough-steps.ts';
import type { LogChannel } from './platform/editor/log-channel.ts';
import { askYesOrNo } from './platform/editor/messages.ts';
import { onDidOpenTab } from './platform/editor/opened-tabs.ts';
import { setContext } from './platform/editor/set-context.ts';
import { SharedTab } from './platform/page/shared-tab.ts';
import type { TreeParts } from './platform/view/tree/tree.ts';
import { createViewTree } from './platform/view/tree/view-tree.ts';
import { Views } from './platform/view/views.ts';
import { repositoryCommands } from './repositories/command-table.ts';
import { followEditors } from './repositories/commands/editor-choice.ts';
import { RepositoriesFeature } from './repositories/index.ts';
import { reviewCommands } from './review/command-table.ts';
import { ReviewFeature } from './review/index.ts';
import { identify } from './signin/methods/identify.ts';
import type { Session } from './signin/sessions/session.ts';
import { ticketCommands } from './tickets/command-table.ts';
import { TicketsFeature } from './tickets/index.ts';

/** Puts the features together. Each part is opened when a command, a view, a page or a sign-in first needs it. */
export class Main {
	readonly #window: ExtensionWindow;
	readonly #sessions: () => Promise<Sessions>;
	readonly #redirectHandler: RedirectHandler;
	readonly #walkthrough: WalkthroughSteps<(typeof walkthroughSteps)[number]>;
	readonly channel: LogChannel;
	readonly tickets: TicketsFeature;
	readonly patches: PatchesFeature;
	readonly review: ReviewFeature;
	readonly repositories: RepositoriesFeature;
	readonly inbox: InboxFeature;

	constructor(
		window: ExtensionWindow,
		sessions: () => Promise<Sessions>,
		redirectHandler: RedirectHandler,
		channel: LogChannel,
	) {
		this.#window = window;
		this.#walkthrough = new WalkthroughSteps(window.context.globalState, walkthroughSteps, (step) =>
			setContext(step, true),
		);
		this.#followTabs();
		this.#sessions = sessions;
		this.#redirectHandler = redirectHandler;
		this.channel = channel;
		const sharedTab = new SharedTab();
		const shared = { accounts: this.#followedAccounts, projects: this.projects, outbox: this.outbox };
		this.tickets = new TicketsFeature(window, {
			...shared,
			sharedTab,
			followSeries: (...args) => this.patches.finder.followSeries(...args),
			didTriage: () => this.#walkthrough.didDo('tildeforge.didTriage'),
		});
		this.patches = new PatchesFeature(window, {
			...shared,
			sharedTab,
			existing: async (kind, account) => {
				const source =
					kind === 'tracker'
						? (await this.tickets.services()).tickets
						: (await this.repositories.services()).repositories;
				return source.of(account)?.existing;
			},
			remoteFiles: (key, madeAt) => async (abbreviated, options) =>
				(await this.repositories.services()).blobs.of(key, madeAt)(abbreviated, options),
			reviews: {
				drafts: () => this.review.drafts(),
				openThreads: () => this.review.threads(),
				onPages: () => this.review.onPages(),
			},
		});
		const { patches } = this;
		this.review = new ReviewFeature(window, { ...shared, patches });
		this.repositories = new RepositoriesFeature(window, {
			...shared,
			ticketOf: (key, signal) => this.tickets.publicTicket(key, signal),
			landed: (...args) => this.patches.finder.findSeriesOfCommits(...args),
			pushHooks: () => this.inbox.pushHooks(),
		});
		this.inbox = new InboxFeature(window, {
			accounts: this.#followedAccounts,
			sharedTab,
			sources: () =>
				Promise.all([this.tickets, this.patches, this.repositories].map((one) => one.watchSources())),
			answerPush: (...args) => this.repositories.answerPush(...args),
		});
	}

	/** Completes the steps of the walkthrough that are about opening something. */
	#followTabs(): void {
		const following = onDidOpenTab((kind) => {
			if (kind === 'tildeforge-patchset') this.#walkthrough.didDo('tildeforge.didReview');
			if (kind === 'tildeforge') this.#walkthrough.didDo('tildeforge.didOpenFile');
		});
		this.#window.lifetime.add(following);
	}

	readonly accounts = once(async (): Promise<Accounts> => {
		const { context, lifetime, deactivation, log, secrets } = this.#window;
		const { registry, rememberedSample, updateSignedIn } = await this.#sessions();
		lifetime.add(
			registry.onDidChange(() => {
				if (registry.sessions.some(({ id }) => registry.isTemporary(id)))
					this.#walkthrough.didDo('tildeforge.didTrySample');
			}),
		);
		const parent = `${context.globalStorageUri.fsPath}/sample-forges`;
		const sample = new SampleForge(parent, rememberedSample, log);
		const redirectHandler = this.#redirectHandler;
		const didAddAccount = ({ id }: Session) => this.#showAccount(id);
		const opened = lifetime.add(
			openAccounts({ context, registry, log, secrets, redirectHandler, sample, didAddAccount }),
		);
		const { caches, seen, tokenEndWork } = opened.forges;
		deactivation.addStop(() => sample.stop());
		deactivation.addWrite((signal) => caches.settled(signal));
		deactivation.addWrite((signal) => seen.settled(signal));
		// Restored pages need their account at once.
		await sample
			.restore(opened.forges)
			.catch((error: unknown) => log.warn('The sample forge could not be restored', error));
		updateSignedIn();
		const endingHooks = new EndingHooks(this.#window, async (token, { instance }, signal) => {
			const { account } = await identify(opened.forges.requestContext(instance), instance, token, signal);
			return account;
		});
		tokenEndWork.add((account, signal) => endingHooks.remove(account, signal));
		return opened;
	});

	/** Selects the row of a new account in the views that are visible. It may be below the rows of other accounts. */
	#showAccount(id: string): void {
		const { tree } = this.#window;
		// As if the user had left the box: the focus stays where it is.
		for (const view of accountViews)
			if (tree(view).isVisible) background(tree(view).showRow(id, AbortSignal.abort()));
	}

	readonly #followSessions = once(async () => (await this.#sessions()).follow());

	/** The accounts, for features: they notice at once what other windows change. */
	readonly #followedAccounts = async (): Promise<Accounts> => {
		const [accounts] = await Promise.all([this.accounts(), this.#followSessions()]);
		return accounts;
	};

	/** Git runs for the first time when this is opened. */
	readonly projects = once(async () => {
		const { context, lifetime, log } = this.#window;
		const { forges } = await this.accounts();
		return lifetime.add(await openProjects(forges.instances, context.globalStorageUri.fsPath, log)).projects;
	});

	/** Opens the outboxes of all features at once, so that the user sees all changes that are not on the forge yet. */
	readonly outbox = once(async () => {
		const { lifetime, deactivation } = this.#window;
		const [{ signIn }, { changes: ticketChanges }, statusChanges, mailChanges] = await Promise.all([
			this.accounts(),
			this.tickets.services(),
			this.patches.changes(),
			this.review.changes(),
		]);
		const controller = lifetime.add(
			new OutboxController({
				kinds: [ticketChanges, statusChanges, mailChanges],
				showWaiting: 'tildeforge.tickets.focus',
				waitingList: 'Waiting in the Tickets view',
				signIn,
			}),
		);
		deactivation.addSend((signal) => controller.outbox.finish(signal));
		return controller;
	});

	readonly views = once(async () => {
		const { lifetime, log, tree } = this.#window;
		const [{ forges }, projects, shown] = await Promise.all([
			this.accounts(),
			this.projects(),
			Promise.all([this.inbox, this.tickets, this.patches, this.repositories].map((one) => one.shownView())),
		]);
		return lifetime.add(
			new Views(shown, {
				forges,
				problems: () => problemRows(forges),
				projects,
				ask: (question) => askYesOrNo('This Project', question),
				changed: (view, change) => tree(view).changed(change),
				isVisible: (view) => tree(view).isVisible,
				log,
			}),
		);
	});

	/** The tree of a view. Its rows are loaded when VS Code first requests them. */
	async createTree(parts: TreeParts) {
		const { context, lifetime, log } = this.#window;
		const tree = lifetime.add(createViewTree(parts, this.views, context.workspaceState, log));
		if (parts.id === 'tildeforge.repositories') lifetime.add(followEditors(tree));
		return tree;
	}

	/** What VS Code runs for each command in the manifest. */
	readonly commands: CommandHandlers = {
		...handlersOf(accountCommands, () => this.accounts()),
		...handlersOf(ticketCommands, () => this.tickets.pagesAndCommands()),
		...handlersOf(patchCommands, () => this.patches.pagesAndCommands()),
		...handlersOf(reviewCommands, () => this.review.commands()),
		...handlersOf(repositoryCommands, () => this.repositories.commands()),
		...handlersOf(inboxCommands, () => this.inbox.commands()),
		...handlersOf(outboxCommands, () => this.outbox()),
		...handlersOf(sharedCommands, async () => this),
	};
}

/** The steps of the walkthrough that the user does, by the context keys that complete them. */
const walkthroughSteps = [
	'tildeforge.didTrySample',
	'tildeforge.didTriage',
	'tildeforge.didReview',
	'tildeforge.didOpenFile',
] as const;

/** The views that have a row for each account if there are several. */
const accountViews = ['tildeforge.tickets', 'tildeforge.patches', 'tildeforge.repositories'];

/** The commands on several features. */
export const sharedCommands = {
	'tildeforge.pressRowKey': async ({ inbox, tickets, patches, repositories }, key?: unknown) => {
		const [{ opener: ofInbox }, { commands: ofTickets }, { series }, ofRepositories] = await Promise.all([
			inbox.commands(),
			tickets.pagesAndCommands(),
			patches.pagesAndCommands(),
			repositories.commands(),
		]);
		for (const one of [ofInbox, ofTickets, series, ofRepositories]) one.pressRowKey(key);
	},
	'tildeforge.open': async ({ tickets, patches, repositories }, text?: unknown, account?: unknown) => {
		const [ofTickets, ofPatches, ofRepositories] = await Promise.all([
			tickets.pagesAndCommands(),
			patches.pagesAndCommands(),
			repositories.commands(),
		]);
		const createSources = () => [
			ofTickets.commands.opens(ofTickets.showRow),
			ofPatches.series.opens(ofPatches.showRow),
			ofRepositories.opens(),
		];
		const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);
		await open(createSources, asText(text), asText(account));
	},
	'tildeforge.refresh': async ({ views, tickets, patches }) => {
		(await views()).refresh();
		(await tickets.pagesAndCommands()).pages.refresh();
		(await patches.pagesAndCommands()).pages.refresh();
	},
	'tildeforge.askAboutProject': async ({ views, accounts }, view?: unknown) => {
		if (typeof view === 'string') await (await views()).answerQuestion(view);
		else await askAboutProjects(await views(), (await accounts()).signIn);
	},
	'tildeforge.showLog': ({ channel }) => channel.show(),
} satisfies CommandTable<Main>;
