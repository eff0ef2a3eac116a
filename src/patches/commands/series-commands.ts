import * as vscode from 'vscode';
import { showInStatusBar, showListChanged } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { RowOpener } from '../../platform/editor/row-activation.ts';
import type { OpenSource } from '../../platform/items/open-items.ts';
import { idOfSeries } from '../../platform/model/keys.ts';
import type { ProjectItems } from '../../platform/model/project-items.ts';
import { areRowsGone, type CommandArguments, type GoOptions } from '../../platform/view/command-arguments.ts';
import type { ShowRow } from '../../platform/view/tree/show-row.ts';
import { mailOf, seriesOf } from '../model/patches-target.ts';
import type { VersionFileLine } from '../model/side-texts/local-line.ts';
import type { DiffDocuments } from '../state/documents/diff-documents.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import { findPatchset } from './find/find-patchset.ts';
import { openPatchsets } from './find/open-patchsets.ts';
import { type DiffOpener, openRowInDiffEditor } from './open-diff.ts';
import { addressOfPage } from './page-links.ts';
import { goToFileOfEditor, showPageOfEditor } from './patch-editors.ts';
import { targetOf } from './patches-command-target.ts';
import type { SeriesPages } from './series-pages.ts';
import { copyAmCommand, saveAsMbox } from './take-patches.ts';

interface SeriesCommandsOptions {
	readonly lists: MailingLists;
	readonly pages: Pick<SeriesPages, 'open' | 'go' | 'preview' | 'active'>;
	readonly diffs: DiffOpener;
	readonly documents: DiffDocuments;
	/** Opens a local file. */
	readonly goToFile: (place: VersionFileLine) => PromiseLike<unknown>;
	/** The mailing lists of the workspace's projects. */
	readonly project?: ProjectItems;
}

/** Implements the commands that open and find series and threads. */
export class SeriesCommands {
	readonly #options: SeriesCommandsOptions;
	readonly #rows = new RowOpener();

	constructor(options: SeriesCommandsOptions) {
		this.#options = options;
	}

	/** Runs when the user opens a row. */
	async openRow(args: CommandArguments): Promise<void> {
		const target = targetOf(args);
		if (!target || target.kind === 'list') return;
		const key = seriesOf(target);
		const { listId } = target;
		const mail = mailOf(target);
		const opening = this.#rows.didRun(`${idOfSeries(key)} ${mail} ${listId}`);
		await this.#options.pages.open(key, { listId, mail, ...opening });
	}

	/** Shows the next or previous series. `preserveFocus` previews it and leaves the focus in the view. */
	async go(step: 1 | -1, { preserveFocus = false }: GoOptions): Promise<void> {
		if (preserveFocus) await this.#options.pages.preview(step);
		else await this.#options.pages.go(step);
	}

	/** A key was pressed in the view. Next, its keybinding opens the row that has the focus. */
	pressRowKey(key: unknown): void {
		this.#rows.didPress(key);
	}

	/** Opens the row that the command was called on. Without a row, lets the user find a patchset. */
	async open(args: CommandArguments): Promise<void> {
		if (areRowsGone(args)) {
			showListChanged();
			return;
		}
		const target = targetOf(args);
		if (!target || target.kind === 'list') await this.find();
		else await this.#options.pages.open(seriesOf(target), { listId: target.listId, mail: mailOf(target) });
	}

	/** Opens the patchset or patch of a row in VS Code's diff editor. */
	async openDiff(args: CommandArguments): Promise<void> {
		const { lists, pages, diffs } = this.#options;
		await openRowInDiffEditor(args, lists, pages.active, diffs);
	}

	/** Saves the patches of the rows, or of the page in front, in a file. */
	async saveAsMbox(args: CommandArguments): Promise<void> {
		const { lists, pages } = this.#options;
		await saveAsMbox(args, lists, pages.active);
	}

	/** Copies the command that applies the patches of the rows, or of the page in front. */
	async copyAmCommand(args: CommandArguments): Promise<void> {
		const { lists, pages } = this.#options;
		await copyAmCommand(args, lists, pages.active);
	}

	/** Opens the local file of the patch in the text editor. */
	async goToFile(): Promise<void> {
		const { documents, goToFile } = this.#options;
		await goToFileOfEditor(documents, goToFile);
	}

	/** Opens the page of the patch in the text editor. */
	async showPage(): Promise<void> {
		const { lists, pages } = this.#options;
		await showPageOfEditor(lists, pages);
	}

	/** Opens the web page of the page in front. */
	async openOnWeb(): Promise<void> {
		const { lists, pages } = this.#options;
		if (pages.active) await openInBrowser(addressOfPage(lists, pages.active));
	}

	/** Copies the link to the page in front. */
	async copyLink(): Promise<void> {
		const { lists, pages } = this.#options;
		if (!pages.active) return;
		await vscode.env.clipboard.writeText(addressOfPage(lists, pages.active));
		showInStatusBar('Link copied');
	}

	async find(): Promise<void> {
		const { lists, pages, project } = this.#options;
		const found = await findPatchset(lists, project);
		if (found) await pages.open(found);
	}

	/** What *Open…* can open. */
	opens(showRow: ShowRow): OpenSource {
		const { lists, pages, project } = this.#options;
		return openPatchsets(lists, (...args) => pages.open(...args), showRow, project);
	}
}
