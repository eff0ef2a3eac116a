import { join } from 'node:path';
import * as vscode from 'vscode';
import { timeOfDay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { anyOf } from '../../base/emitter.ts';
import { fileStorage } from '../../base/files/file-storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { OutboxController } from '../../platform/commands/outbox-controller.ts';
import { createPageHost, type PageAccounts } from '../../platform/commands/page-host.ts';
import type { ItemName } from '../../platform/model/item-name.ts';
import { idOfSeries, isPatchsetKey } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { firstOutboxNote } from '../../platform/page/outbox-note.ts';
import { RowLists } from '../../platform/page/row-lists.ts';
import type { SharedTab } from '../../platform/page/shared-tab.ts';
import { Users } from '../../platform/state/users.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import type { Tree } from '../../platform/view/tree/tree.ts';
import type { CreateComments } from '../page/comments-on-page.ts';
import type { ReviewActions } from '../page/host.ts';
import { createRangeDiffRunner } from '../state/comparison/run-in-worker.ts';
import type { DiffDocuments } from '../state/documents/diff-documents.ts';
import type { PartsOfLists } from '../state/lists/parts-of-lists.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import { StoredReadingOptions } from '../state/reading-options.ts';
import type { StatusChanges } from '../state/status/status-changes.ts';
import { ViewedFiles } from '../state/viewed-files.ts';
import { goToFile } from './go-to-file.ts';
import { ListCommands } from './list-commands.ts';
import { openInDiffEditor, openNetDiffInEditor, openVersionsInDiffEditor } from './native-diff.ts';
import { showOriginal } from './original-mails.ts';
import { currentList, patchsetsOf } from './patches-command-target.ts';
import { SeriesCommands } from './series-commands.ts';
import { keyOfRow, SeriesPages, type SeriesPagesHost } from './series-pages.ts';
import { StatusCommands } from './status-commands.ts';

/** What the pages use of the user's reviews. */
export interface ReviewOnPages extends ReviewActions {
	readonly createComments: CreateComments;
	/** The entry in the outbox for an id. For the Message-ID of a mail that was sent and did not arrive, puts the mail back into the outbox first. */
	readonly entryOf: (id: string) => Promise<string>;
}

interface PagesAndCommandsOptions {
	readonly lists: MailingLists;
	readonly statuses: StatusChanges;
	readonly reviews: ReviewOnPages;
	readonly documents: DiffDocuments;
	/** The Patches view. */
	readonly tree: Tree;
	readonly sharedTab: SharedTab;
	/** The folders of the local clones of the workspace. */
	readonly roots: () => readonly string[];
	/** The trackers of lists. */
	readonly parts: PartsOfLists;
	/** The mailing lists of the workspace's projects. */
	readonly project: ProjectItems;
	readonly accounts: PageAccounts;
	/** The changes that are not on the forge yet. */
	readonly waiting: OutboxController;
	readonly context: vscode.ExtensionContext;
	readonly log: Log;
}

/** The commands and pages of series and threads. Created when the first of them is needed. */
export class PatchPagesAndCommands implements Disposable {
	readonly pages: SeriesPages;
	readonly series: SeriesCommands;
	readonly statuses: StatusCommands;
	readonly lists: ListCommands;
	readonly showRow: ShowRow;
	readonly #lifetime = new Lifetime();

	constructor(options: PagesAndCommandsOptions) {
		const { lists, statuses, documents, tree, project, context, log } = options;
		const reading = new StoredReadingOptions(context.globalState);
		const kept = fileStorage(join(context.globalStorageUri.fsPath, 'kept'), log);
		const viewed = this.#lifetime.add(new ViewedFiles(kept, log));
		this.pages = this.#lifetime.add(
			new SeriesPages(
				pageHost(options, reading, viewed, () => this),
				{ tree, lists: new RowLists(tree, keyOfRow, idOfSeries), sharedTab: options.sharedTab },
				context.extensionUri,
				log,
			),
		);
		const { pages } = this;
		this.series = new SeriesCommands({
			lists,
			pages,
			project,
			documents,
			goToFile: (file) => goToFile({ ...file, roots: options.roots(), keepsPreview: true }),
			diffs: {
				open: (opened) => openInDiffEditor(documents, opened),
				openNet: (opened) => openNetDiffInEditor(documents, opened),
				showsNetDiff: () => reading.value.showsNetDiff,
			},
		});
		const patchsetsOfLastChoice = async () => {
			const selected = patchsetsOf([undefined, await tree.selectedRows()]);
			const { active } = pages;
			if (!active || (tree.selectionSource.isSelection && selected.length > 0)) return selected;
			return isPatchsetKey(active) ? [active] : [];
		};
		this.statuses = new StatusCommands(statuses, patchsetsOfLastChoice);
		const listOfLastChoice = async () =>
			currentList(pages.active, await tree.selectedRows(), tree.selectionSource.isSelection);
		this.lists = new ListCommands(lists, listOfLastChoice, project);
		this.showRow = (row, left) => tree.showRow(row, left);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

const trackerPath = (found: ItemName | undefined) => found && { owner: found.owner, tracker: found.name };

function pageHost(
	{ lists, reviews, statuses, documents, roots, parts, accounts, waiting, context }: PagesAndCommandsOptions,
	options: StoredReadingOptions,
	viewed: ViewedFiles,
	commands: () => PatchPagesAndCommands,
): SeriesPagesHost {
	const host = createPageHost(accounts, waiting, new Users());
	return {
		...host,
		...reviews,
		actOnWaiting: async (act, id) => host.actOnWaiting(act, await reviews.entryOf(id)),
		lists,
		viewed,
		options,
		statuses: {
			waitingStatusOf: (key) => statuses.waitingStatusOf(key),
			canChange: (key) => statuses.canChange(key),
			learnPermissions: (key) => statuses.learnPermissions(key),
			readPermissions: (key, signal) => statuses.readPermissions(key, signal),
			undoableOf: (key) => statuses.outbox.undoableGroupOf(key, waiting.outbox.undoable),
			waitingOf: (key) => firstOutboxNote(statuses.outbox.of(key), timeOfDay()),
			// A later change of something else takes the button for Undo away.
			onDidChange: anyOf([statuses.onDidChange, waiting.outbox.onDidChange]),
		},
		pickStatus: (key) => commands().statuses.change([{ kind: 'patchset', key }]),
		openDiff: (opened) => openInDiffEditor(documents, opened),
		openNetDiff: (opened) => openNetDiffInEditor(documents, opened),
		openVersions: (compared) => openVersionsInDiffEditor(documents, compared),
		runRangeDiff: createRangeDiffRunner(
			vscode.Uri.joinPath(context.extensionUri, 'dist', 'workers', 'range-diff.cjs').fsPath,
		),
		goToFile: (file) => goToFile({ ...file, roots: roots() }),
		showOriginal,
		openTicket: (key, { event }) =>
			vscode.commands.executeCommand('tildeforge.openTicket', { kind: 'ticket', key, event }),
		trackers: {
			known: (list, prefix) => trackerPath(parts.known('tracker', list, prefix)),
			find: async (list, prefix, maxRequests) =>
				trackerPath(await parts.find('tracker', list, prefix, { maxRequests })),
			hasMoreToAsk: (list, prefix) => parts.hasMoreToAsk('tracker', list, prefix),
		},
	};
}
