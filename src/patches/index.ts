import { background } from '../base/background.ts';
import { once } from '../base/once.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import type { ChangesOfKind, OutboxController } from '../platform/commands/outbox-controller.ts';
import { confirmedOfProjects } from '../platform/git/project-items.ts';
import type { Projects } from '../platform/git/projects.ts';
import { itemExists } from '../platform/items/item-exists.ts';
import type { PatchsetKey } from '../platform/model/keys.ts';
import type { ProjectItem } from '../platform/model/project-items.ts';
import type { SharedTab } from '../platform/page/shared-tab.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import type { ShownView } from '../platform/view/views.ts';
import type { Account } from '../signin/connections/connection.ts';
import type { Instance } from '../signin/instances/instance.ts';
import type { RequestContext } from '../signin/instances/request.ts';
import { OriginalMails } from './commands/original-mails.ts';
import type { PatchPagesAndCommands, ReviewOnPages } from './commands/pages-and-commands.ts';
import { SeriesFinder } from './series-finder.ts';
import { PatchSettings } from './settings.ts';
import type { PatchFilesOptions } from './state/documents/patch-files.ts';
import { PartsOfLists, type PartsOfListsOptions } from './state/lists/parts-of-lists.ts';
import { MailingLists } from './state/mailing-lists.ts';
import { StatusChanges } from './state/status/status-changes.ts';
import { createListWatchSource } from './state/watch/list-watch-source.ts';
import { listItems } from './view/list-items.ts';
import { createPatchesView } from './view/patches-view.ts';
import type { ReviewDrafts } from './view/sent-by-me.ts';

/** What the patches feature shows of the user's reviews, which are a feature above it. */
interface ReviewParts {
	readonly drafts: () => Promise<ReviewDrafts>;
	/** Shows the comments in diff editors. */
	readonly openThreads: () => Promise<unknown>;
	readonly onPages: () => Promise<ReviewOnPages>;
}

/** What the patches feature needs from the rest of the extension. */
interface PatchesDependencies {
	readonly accounts: () => Promise<{
		readonly forges: AccountSource & Pick<RequestContext, 'fetch'>;
		readonly signIn: (options: { readonly instance?: string | undefined }) => Promise<unknown>;
	}>;
	readonly projects: () => Promise<Projects<Instance>>;
	/** Opens the outboxes of all features. */
	readonly outbox: () => Promise<OutboxController>;
	readonly sharedTab: SharedTab;
	/** The repositories or trackers that an account sees. */
	readonly existing: PartsOfListsOptions['existing'];
	readonly reviews: ReviewParts;
	/** Finds files in a repository on the forge. */
	readonly remoteFiles: PatchFilesOptions['remote'];
}

/** The parts of the patches feature. Each is opened when it is first needed. */
export class PatchesFeature {
	readonly finder: SeriesFinder;
	readonly #window: ExtensionWindow;
	readonly #dependencies: PatchesDependencies;
	#opened: PatchPagesAndCommands | undefined;

	constructor(window: ExtensionWindow, dependencies: PatchesDependencies) {
		this.#window = window;
		this.#dependencies = dependencies;
		this.finder = new SeriesFinder(window, this.lists, this.#parts);
	}

	/** The mailing lists of all accounts. */
	readonly lists = once(async () => {
		const { context, lifetime, log } = this.#window;
		const { forges } = await this.#dependencies.accounts();
		const folder = context.globalStorageUri.fsPath;
		return lifetime.add(await MailingLists.open({ forges, folder, log: log.child('lists') }));
	});

	/** The statuses of patchsets that the user has set. */
	readonly statuses = once(async () => {
		const { context, lifetime, log } = this.#window;
		const [{ forges }, lists] = await Promise.all([this.#dependencies.accounts(), this.lists()]);
		const folder = context.globalStorageUri.fsPath;
		return lifetime.add(await StatusChanges.open({ lists, forges, folder, log: log.child('lists') }));
	});

	/** The statuses that are not on the forge yet. */
	readonly changes = once(async (): Promise<ChangesOfKind> => {
		const { outbox } = await this.statuses();
		const isVisible = (key: PatchsetKey) => this.#opened?.pages.isVisible(key) === true;
		return { outbox, isVisible };
	});

	readonly shownView = once(async (): Promise<ShownView> => {
		const [lists, statuses, projects] = await Promise.all([
			this.lists(),
			this.statuses(),
			this.#dependencies.projects(),
		]);
		const { lifetime, tree } = this.#window;
		const registration = tree('tildeforge.patches');
		const settings = new PatchSettings();
		const view = lifetime.add(
			createPatchesView({
				source: lists,
				queries: () => settings.queries,
				statuses,
				drafts: this.#dependencies.reviews.drafts,
				project: confirmedOfProjects(projects, 'list'),
				changed: (change) => registration.changed(change),
				isVisible: () => registration.isVisible,
			}),
		);
		lifetime.add(settings.onDidChange(() => registration.changed()));
		const exists = (item: ProjectItem, accounts: readonly Account[]) => itemExists(item, accounts, listItems);
		return { view, projectPart: { kind: 'list', exists } };
	});

	/** The lists in which things happen, for the inbox. */
	readonly watchSources = once(async () => {
		const [lists, statuses] = await Promise.all([this.lists(), this.statuses()]);
		return [this.#window.lifetime.add(createListWatchSource(lists, statuses))];
	});

	/** The repositories and trackers of lists. */
	readonly #parts = once(async () => {
		const { projects, existing } = this.#dependencies;
		const lists = await this.lists();
		const instanceOf = (account: string) => lists.of(account)?.instance.name;
		const hub = (account: string) => lists.of(account)?.hubProjects;
		const log = this.#window.log.child('lists');
		return new PartsOfLists({ projects, instanceOf, existing, hub, log });
	});

	/** The documents of patches that diff editors show. */
	readonly diffDocuments = once(async () => {
		const { lifetime, log } = this.#window;
		const [{ openDiffEditors }, lists, parts, { findBlob }] = await Promise.all([
			import('./commands/diff-editors.ts'),
			this.lists(),
			this.#parts(),
			this.#dependencies.projects(),
		]);
		const { remoteFiles: remote } = this.#dependencies;
		const files = { local: findBlob, findPart: parts.find.bind(parts), remote };
		return openDiffEditors(lists, files, log.child('lists'), lifetime);
	});

	/** The content of a document that a diff editor shows, which then also shows the comments. */
	async diffContent(query: string): Promise<string> {
		// For each document, so that a failure is tried again.
		background(this.#dependencies.reviews.openThreads());
		return (await this.diffDocuments()).content(query);
	}

	/** The mails of lists as they were sent. */
	readonly originalMails = once(async () => new OriginalMails(await this.lists()));

	/** The commands on lists and series, and the pages of series and threads. */
	readonly pagesAndCommands = once(async () => {
		const { context, lifetime, log } = this.#window;
		const { accounts, projects, outbox, sharedTab } = this.#dependencies;
		const [
			{ PatchPagesAndCommands },
			accountParts,
			lists,
			statuses,
			reviews,
			documents,
			parts,
			tree,
			known,
			waiting,
		] = await Promise.all([
			import('./commands/pages-and-commands.ts'),
			accounts(),
			this.lists(),
			this.statuses(),
			this.#dependencies.reviews.onPages(),
			this.diffDocuments(),
			this.#parts(),
			this.#window.tree('tildeforge.patches').tree(),
			projects(),
			outbox(),
		]);
		this.#opened = lifetime.add(
			new PatchPagesAndCommands({
				lists,
				statuses,
				reviews,
				documents,
				parts,
				context,
				log,
				tree,
				sharedTab,
				roots: () => known.all.map(({ root }) => root),
				project: confirmedOfProjects(known, 'list'),
				accounts: accountParts,
				waiting,
			}),
		);
		return this.#opened;
	});
}
