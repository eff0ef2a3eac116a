import type * as vscode from 'vscode';
import type { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log/log.ts';
import { once } from '../base/once.ts';
import type { Projects } from '../platform/git/projects.ts';
import type { PatchsetKey, TicketKey } from '../platform/model/keys.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import type { Tree } from '../platform/view/tree/tree.ts';
import type { Instance } from '../signin/instances/instance.ts';
import type { RequestContext } from '../signin/instances/request.ts';
import type { PatchesFeature } from './feature.ts';
import type { SeriesOfTicket } from './page/series-of-ticket.ts';
import type { PatchFilesOptions } from './state/documents/patch-files.ts';
import type { CommitText, SeriesOfCommits } from './state/find/series-of-commits.ts';
import type { PartsOfListsOptions } from './state/lists/parts-of-lists.ts';

/** What the patches feature needs from accounts. */
interface PatchAccounts {
	readonly forges: AccountSource & Pick<RequestContext, 'fetch'>;
	readonly signIn: (options: { readonly instance?: string | undefined }) => Promise<unknown>;
}

interface PatchServicesOptions {
	readonly accounts: () => Promise<PatchAccounts>;
	/** Resolves when the accounts of all windows are followed. */
	readonly followSessions: () => Promise<unknown>;
	/** Opens the outboxes of all features. */
	readonly outboxes: () => Promise<unknown>;
	readonly projects: () => Promise<Projects<Instance>>;
	/** The repositories or trackers that an account sees. */
	readonly existing: PartsOfListsOptions['existing'];
	/** Finds files in a repository on the forge. */
	readonly remoteFiles: PatchFilesOptions['remote'];
	/** The Patches view. */
	readonly tree: () => Promise<Tree> | undefined;
	readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalState' | 'globalStorageUri'>;
	readonly lifetime: Lifetime;
	readonly log: Log;
}

/** How long the lists that were searched for a ticket stay in memory. */
const keptMs = 60_000;

/** The parts of the patches feature. Each is loaded and opened when it is first needed. */
export class PatchServices {
	readonly #options: PatchServicesOptions;
	#opened: PatchesFeature | undefined;
	/** Keeps the lists that were searched for the last ticket in memory for a while: the next ticket needs the same. */
	#searched: Lifetime | undefined;

	constructor(options: PatchServicesOptions) {
		this.#options = options;
	}

	readonly seen = once(
		async () =>
			new (await import('./state/series/series-seen-state.ts')).SeriesSeenState(
				this.#options.context.globalState,
			),
	);

	readonly #lists = once(async () => {
		const { accounts, followSessions, context, lifetime, log } = this.#options;
		const [{ MailingLists }, { forges }] = await Promise.all([
			import('./state/mailing-lists.ts'),
			accounts(),
			followSessions(),
		]);
		const folder = context.globalStorageUri.fsPath;
		return lifetime.add(await MailingLists.open({ forges, folder, log: log.child('lists') }));
	});

	/** The statuses of patchsets that the user has set. */
	readonly #statuses = once(async () => {
		const { accounts, context, lifetime, log } = this.#options;
		const [{ StatusChanges }, { forges }, lists] = await Promise.all([
			import('./state/status/status-changes.ts'),
			accounts(),
			this.#lists(),
		]);
		const folder = context.globalStorageUri.fsPath;
		return lifetime.add(await StatusChanges.open({ lists, forges, folder, log: log.child('lists') }));
	});

	/** The changes of patchsets that are not on the forge yet. */
	readonly changes = once(async () => {
		const [{ describeStatuses }, { outbox }] = await Promise.all([
			import('./state/status/status-words.ts'),
			this.#statuses(),
		]);
		const isVisible = (key: PatchsetKey) => this.#opened?.pages.isVisible(key) === true;
		return { outbox: describeStatuses(outbox), isVisible };
	});

	/** What the Patches view shows. */
	readonly shown = once(async () => {
		const [lists, statuses, seenSeries, { PatchSettings }] = await Promise.all([
			this.#lists(),
			this.#statuses(),
			this.seen(),
			import('./settings.ts'),
		]);
		const patchSettings = new PatchSettings();
		return { lists, statuses, seenSeries, patchSettings };
	});

	/** The lists in which things happen, for the inbox. */
	readonly watchedLists = once(async () => {
		const [{ createListWatchSource }, lists, statuses] = await Promise.all([
			import('./state/watch/list-watch-source.ts'),
			this.#lists(),
			this.#statuses(),
		]);
		return this.#options.lifetime.add(createListWatchSource(lists, statuses));
	});

	/** The repositories and trackers of lists. */
	readonly #parts = once(async () => {
		const { projects, existing, log } = this.#options;
		const [{ PartsOfLists }, lists] = await Promise.all([
			import('./state/lists/parts-of-lists.ts'),
			this.#lists(),
		]);
		const instanceOf = (account: string) => lists.of(account)?.instance.name;
		return new PartsOfLists({ projects, instanceOf, existing, log: log.child('lists') });
	});

	/** The documents of patches that diff editors show. */
	readonly diffDocuments = once(async () => {
		const { projects, remoteFiles, lifetime, log } = this.#options;
		const [{ openDiffDocuments }, { followPatchEditors }, { patchFiles }, lists, parts, { findBlob }] =
			await Promise.all([
				import('./state/documents/diff-documents.ts'),
				import('./commands/patch-editors.ts'),
				import('./state/documents/patch-files.ts'),
				this.#lists(),
				this.#parts(),
				projects(),
			]);
		lifetime.add(followPatchEditors());
		const files = patchFiles({ local: findBlob, parts, remote: remoteFiles });
		return openDiffDocuments(lists, files, log.child('lists'));
	});

	/** Finds the series that name a ticket, in what is known without requests. Calls `didFind` again when that changes, until `holder` ends. */
	async followSeries(
		ticket: TicketKey,
		holder: Lifetime,
		didFind: (found: readonly SeriesOfTicket[]) => void,
	): Promise<void> {
		const [{ followSeriesOfTicket }, { seriesOfTicket }, lists, parts] = await Promise.all([
			import('./state/find/series-of-tickets.ts'),
			import('./page/series-of-ticket.ts'),
			this.#lists(),
			this.#parts(),
		]);
		const account = lists.of(ticket.account);
		const base = account?.instance.lists;
		if (!account || base === undefined || holder.ended) return;
		const before = this.#searched;
		const keeper = this.#options.lifetime.child();
		this.#searched = keeper;
		keeper.timeout(() => keeper.dispose(), keptMs);
		const followed = followSeriesOfTicket({
			ticket,
			account,
			parts,
			holder,
			keeper,
			didFind: (found) => didFind(found.map((one) => seriesOfTicket(one, base))),
		});
		before?.dispose();
		await followed;
	}

	/** Finds the patchsets that commits come from, in the known mails of public lists. */
	async landed(
		account: string,
		commits: readonly CommitText[],
		signal: AbortSignal,
	): Promise<readonly SeriesOfCommits[]> {
		const [{ findSeriesOfCommits }, lists] = await Promise.all([
			import('./state/find/series-of-commits.ts'),
			this.#lists(),
		]);
		const opened = lists.of(account);
		if (!opened || this.#options.lifetime.ended) return [];
		// The next push needs the same lists.
		const holder = this.#options.lifetime.child();
		holder.timeout(() => holder.dispose(), keptMs);
		return findSeriesOfCommits({ account: opened, commits, holder, signal });
	}

	/** The mails of lists as they were sent. */
	readonly originalMails = once(async () => {
		const [lists, { OriginalMails }] = await Promise.all([
			this.#lists(),
			import('./commands/original-mails.ts'),
		]);
		return new OriginalMails(lists);
	});

	readonly listCommands = once(async () => {
		const [lists, seen, tree, projects, { confirmedOfProjects }, { currentList }, { ListCommands }] =
			await Promise.all([
				this.#lists(),
				this.seen(),
				this.#options.tree(),
				this.#options.projects(),
				import('../platform/git/project-items.ts'),
				import('./commands/patches-command-target.ts'),
				import('./commands/list-commands.ts'),
			]);
		const current = async () => {
			const selected = (await tree?.selectedRows()) ?? [];
			return currentList(this.#opened?.pages.active, selected, tree?.lastChoice.isSelection === true);
		};
		return new ListCommands({ current, lists, seen, project: confirmedOfProjects(projects, 'list') });
	});

	/** The commands and pages of series and threads. */
	readonly feature = once(async () => {
		const { context, lifetime, log, tree } = this.#options;
		const [services, lists, seen, statuses, documents, parts, projects, { PatchesFeature }, items, undo] =
			await Promise.all([
				this.#options.accounts(),
				this.#lists(),
				this.seen(),
				this.#statuses(),
				this.diffDocuments(),
				this.#parts(),
				this.#options.projects(),
				import('./feature.ts'),
				import('../platform/git/project-items.ts'),
				import('../platform/commands/undo-delay.ts'),
				this.#options.outboxes(),
			]);
		const { forges, signIn } = services;
		this.#opened = lifetime.add(
			new PatchesFeature({
				lists,
				seen,
				statuses,
				documents,
				parts,
				context,
				log,
				tree: await tree(),
				roots: () => projects.all.map(({ root }) => root),
				project: items.confirmedOfProjects(projects, 'list'),
				undoMs: undo.undoDelayMs,
				accounts: { fetch: forges.fetch, signIn },
			}),
		);
		return this.#opened;
	});
}
