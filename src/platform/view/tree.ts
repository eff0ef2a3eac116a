import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { sleep } from '../../base/backoff.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { type Row, spokenText } from './row.ts';
import { DisplayedRows } from './row-diff.ts';

/** The source of a view's rows. */
export interface Source {
	/** Whether rows can have rows below them. */
	readonly hasLevels: boolean;
	readonly roots: () => Promise<readonly Row[]>;
	/** The row to show if loading rows fails. */
	readonly failed: (error: unknown) => Promise<Row>;
	/** Called when a row is displayed or recreated. */
	readonly shown?: (row: Row) => Promise<void>;
	/** Called when the view becomes visible again. */
	readonly looked?: () => Promise<void>;
}

/** The longest time to wait for VS Code to draw rows. */
const mostRedrawing = 1000;
const scheme = 'tildeforge-row';

/** Shows rows in a tree view. If there are none, VS Code shows the view's welcome text. */
export class Tree implements vscode.TreeDataProvider<Row>, vscode.Disposable {
	readonly view: vscode.TreeView<Row>;
	readonly #source: Source;
	readonly #lifetime = new Lifetime();
	readonly #changes: vscode.EventEmitter<Row[] | Row | undefined>;
	readonly onDidChangeTreeData: vscode.Event<Row[] | Row | undefined>;
	readonly #shown = new DisplayedRows();

	constructor(id: string, source: Source) {
		this.#source = source;
		this.#changes = this.#lifetime.add(new vscode.EventEmitter<Row[] | Row | undefined>());
		this.onDidChangeTreeData = this.#changes.event;
		this.view = this.#lifetime.add(
			vscode.window.createTreeView(id, {
				treeDataProvider: this,
				canSelectMany: true,
				showCollapseAll: source.hasLevels,
			}),
		);
		this.#lifetime.add(this.view.onDidExpandElement(({ element }) => this.#shown.setOpen(element, true)));
		this.#lifetime.add(this.view.onDidCollapseElement(({ element }) => this.#shown.setOpen(element, false)));
		this.#lifetime.add(
			this.view.onDidChangeVisibility(({ visible }) => {
				// An empty view has nothing that could be out of date.
				if (visible && !this.#shown.isEmpty) background(source.looked?.());
			}),
		);
	}

	/** Refreshes the whole view or, given a row, only the parts of its subtree that changed. */
	async refresh(row?: Row): Promise<void> {
		if (!row) {
			if (this.view.visible) this.#shown.willRedraw();
			return this.#changes.fire(undefined);
		}
		const known = this.#shown.row(row.id);
		if (!known) return;
		// VS Code requests the rows of a hidden view only when the view is shown.
		if (!this.view.visible) return this.#changes.fire(known);
		const changed = await this.#shown.changes(known, (one) => this.#below(one)).catch(() => [known]);
		this.#shown.willRedraw(changed);
		this.#changes.fire([...changed]);
	}

	/** Resolves when all pending rows are drawn: until then, the view's selection lacks them. */
	async drawn(): Promise<void> {
		const end = Date.now() + mostRedrawing;
		while (this.#shown.isRedrawing && this.view.visible && Date.now() < end) await sleep(20);
		this.#shown.endRedraw();
		// VS Code processes rows shortly after it has received them.
		await sleep(0);
	}

	async getChildren(row?: Row): Promise<Row[]> {
		const rows = await this.#belowOrWhyNot(row);
		this.#shown.put(row, rows);
		for (const one of rows) background(this.#source.shown?.(one));
		return [...rows];
	}

	async #belowOrWhyNot(row: Row | undefined): Promise<readonly Row[]> {
		try {
			return await this.#below(row);
		} catch (error) {
			return [await this.#source.failed(error)];
		}
	}

	#below(row?: Row): Promise<readonly Row[]> | readonly Row[] {
		return row ? (this.#shown.now(row).children?.() ?? []) : this.#source.roots();
	}

	/** Focuses a row, or selects it without moving the focus. Does nothing if the row is not displayed. */
	async point(id: string, { focus }: { readonly focus: boolean }): Promise<void> {
		const row = this.#shown.row(id);
		// Compare ids: the selection may hold an older version of the row.
		const isSelected = this.view.selection.some((one) => one.id === id);
		if (!row || !this.view.visible || (!focus && isSelected)) return;
		await this.view.reveal(row, { select: !focus, focus });
	}

	getParent(row: Row): Row | undefined {
		return this.#shown.above(row);
	}

	getTreeItem(shown: Row): vscode.TreeItem {
		const row = this.#shown.now(shown);
		this.#shown.drew(shown, row);
		const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
		const item = new vscode.TreeItem(row.label, row.children ? (shown.isOpen ? Expanded : Collapsed) : None);
		item.id = row.id;
		if (row.description !== undefined) item.description = row.description;
		if (typeof row.tooltip === 'string') item.tooltip = row.tooltip;
		if (row.context !== undefined) item.contextValue = row.context;
		// Otherwise, screen readers get the tooltip instead of the row.
		item.accessibilityInformation = { label: spokenText(row) };
		if (row.icon !== undefined) {
			const color = row.color === undefined ? undefined : new vscode.ThemeColor(row.color);
			item.iconPath = new vscode.ThemeIcon(row.icon, color);
		}
		if (row.badge) {
			const { letters, words } = row.badge;
			const query = new URLSearchParams({ letters, words }).toString();
			item.resourceUri = vscode.Uri.from({ scheme, path: `/${row.id}`, query });
		}
		if (row.command) {
			const { id, title, arguments: given } = row.command;
			item.command = { command: id, title, ...(given && { arguments: [...given] }) };
		}
		return item;
	}

	resolveTreeItem(item: vscode.TreeItem, shown: Row): vscode.TreeItem {
		const { tooltip } = this.#shown.now(shown);
		// Not trusted: no command runs from it.
		if (typeof tooltip === 'object') {
			item.tooltip = new vscode.MarkdownString(tooltip.markdown());
			// Needed for colors and text styles; the users' text is escaped (`model/markdown/hover.ts`).
			item.tooltip.supportHtml = true;
		}
		return item;
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

/** Shows the badges of rows. */
export const badges: vscode.FileDecorationProvider = {
	provideFileDecoration: ({ scheme: own, query }) => {
		if (own !== scheme) return undefined;
		const given = new URLSearchParams(query);
		return { badge: given.get('letters') ?? '', tooltip: given.get('words') ?? '' };
	},
};
