import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import { sleep, steadyTime } from '../../../base/clock.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Memory } from '../../state/memory.ts';
import type { Row } from '../row.ts';
import type { ViewChange, ViewHead } from '../view.ts';
import { DisplayedRows } from './displayed-rows.ts';
import { OpenRows } from './open-rows.ts';
import { SelectionSource } from './selection-source.ts';
import { addHover, treeItemOf } from './tree-item.ts';

/** A tree view of VS Code. */
export interface TreeParts {
	readonly id: string;
	readonly view: vscode.TreeView<Row>;
	/** Makes VS Code request these rows again or, without any, the whole tree. */
	readonly redraw: (rows?: Row | Row[]) => void;
}

/** The source of a view's rows. */
export interface RowSource {
	/** Remembers which rows are expanded. */
	readonly memory: Memory;
	readonly roots: () => Promise<readonly Row[]>;
	/** What is shown around the rows. */
	readonly head: () => Promise<ViewHead>;
	/** The row to show if loading rows fails. */
	readonly failureRow: (error: unknown) => Promise<Row>;
	/** The id of the row that takes the place of one that is not displayed. */
	readonly inPlaceOf?: (id: string) => Promise<string | undefined>;
	/** Called when a row is displayed or recreated. */
	readonly didShow?: (row: Row) => Promise<void>;
	/** Called when the view becomes visible again. */
	readonly didBecomeVisible?: () => Promise<void>;
}

/** The longest time to wait for VS Code to draw rows. */
const redrawTimeoutMs = 1000;

/** Shows rows in a tree view. If there are none, VS Code shows the view's welcome text. */
export class Tree implements vscode.Disposable {
	readonly view: vscode.TreeView<Row>;
	/** Whether the user last chose rows of this view. */
	readonly selectionSource: SelectionSource;
	readonly #id: string;
	readonly #redraw: TreeParts['redraw'];
	readonly #source: RowSource;
	readonly #lifetime = new Lifetime();
	readonly #displayed = new DisplayedRows();
	readonly #open: OpenRows;
	readonly #contextKeys = new Map<string, string | undefined>();
	/** Undefined at first: after a restart of the extension, VS Code still shows what was shown before. */
	#shownHead: ViewHead | undefined;

	constructor({ id, view, redraw }: TreeParts, source: RowSource) {
		this.#id = id;
		this.view = view;
		this.#redraw = redraw;
		this.#source = source;
		this.#open = new OpenRows(source.memory, id);
		this.selectionSource = new SelectionSource(() => this.view.selection);
		this.#lifetime.add(
			this.view.onDidChangeSelection(({ selection }) => {
				this.selectionSource.didSelect(selection);
				this.#displayed.didSelect(selection);
			}),
		);
		this.#lifetime.add(
			this.view.onDidExpandElement(({ element }) => {
				this.#setOpen(element, true);
				this.#displayed.current(element).didExpand?.();
			}),
		);
		this.#lifetime.add(this.view.onDidCollapseElement(({ element }) => this.#setOpen(element, false)));
		this.#lifetime.add(
			this.view.onDidChangeVisibility(({ visible }) => {
				// An empty view has nothing that could be out of date, unless its message says why it is empty.
				const isOutdated = !this.#displayed.isEmpty || this.#shownHead?.message !== undefined;
				if (!visible || !isOutdated) return;
				background(this.refresh('ages'));
				background(this.refresh('order'));
				background(source.didBecomeVisible?.());
			}),
		);
	}

	/** Refreshes the whole view or, given a change, only the rows that changed. */
	async refresh(change?: ViewChange): Promise<void> {
		if (change === undefined) this.#redrawAll();
		else if (change === 'ages') this.#refreshAges();
		else if (change === 'some') await this.#refreshChanged(undefined);
		else if (change === 'order') {
			if (this.#displayed.sort()) await this.#refreshChanged(undefined);
		} else if (change !== 'head') {
			const row = this.#displayed.row(change.id);
			if (row) await this.#refreshChanged(row);
		}
		await this.#showHead();
	}

	/** Refreshes the rows that have changed: `top` and those below it or, without it, those of the whole tree. */
	async #refreshChanged(top: Row | undefined): Promise<void> {
		// VS Code requests the rows of a hidden view only when the view is shown.
		if (!this.view.visible) {
			this.#displayed.sort();
			return this.#redraw(top);
		}
		const changed = await this.#displayed.changes(top, (row) => this.#children(row)).catch(() => [top]);
		const rows = rowsIn(changed);
		if (!rows) return this.#redrawAll();
		this.#displayed.willRedraw(rows);
		this.#redraw(rows);
	}

	/** Reads nothing, so that the passing of time makes no request. */
	#refreshAges(): void {
		if (!this.view.visible) return;
		const aged = this.#displayed.updateAges();
		if (aged.size === 0) return;
		this.#displayed.willRedrawAged(aged);
		this.#redraw(rowsIn(aged));
	}

	#setOpen(row: Row, isOpen: boolean): void {
		this.#displayed.setOpen(row, isOpen);
		this.#open.set(row, isOpen);
	}

	#redrawAll(): void {
		if (this.view.visible) this.#displayed.willRedraw();
		this.#redraw();
	}

	/** Shows what is around the rows. */
	async #showHead(): Promise<void> {
		const { message, description, badge, contextKeys = {} } = await this.#source.head();
		const shown = this.#shownHead;
		if (!shown || shown.message !== message) this.view.message = message ?? '';
		if (!shown || shown.description !== description) this.view.description = description ?? '';
		if (!shown || shown.badge?.value !== badge?.value) this.view.badge = badge;
		this.#shownHead = { message, description, badge };
		for (const [key, value] of Object.entries(contextKeys)) {
			if (this.#contextKeys.has(key) && this.#contextKeys.get(key) === value) continue;
			this.#contextKeys.set(key, value);
			await vscode.commands.executeCommand('setContext', key, value);
		}
	}

	/** Resolves when all pending rows are drawn: until then, the view's selection lacks them. */
	async whenDrawn(): Promise<void> {
		const end = steadyTime() + redrawTimeoutMs;
		while (this.#displayed.isRedrawing && this.view.visible && steadyTime() < end) await sleep(20);
		this.#displayed.endRedraw();
		// VS Code processes rows shortly after it has received them.
		await sleep(0);
	}

	/** The selected rows, if the view is visible. */
	async selectedRows(): Promise<readonly Row[]> {
		await this.whenDrawn();
		return this.view.visible ? this.view.selection : [];
	}

	async getChildren(row?: Row): Promise<Row[]> {
		const aged = this.#displayed.agedChildren(row);
		const request = this.#displayed.willReceive(row);
		const rows = aged ?? (await this.#childrenOrFailure(row));
		this.#displayed.setChildren(row, rows, request);
		for (const one of rows) background(this.#source.didShow?.(one));
		background(this.#showHead());
		return [...rows];
	}

	async #childrenOrFailure(row: Row | undefined): Promise<readonly Row[]> {
		try {
			return await this.#children(row);
		} catch (error) {
			return [await this.#source.failureRow(error)];
		}
	}

	#children(row?: Row): Promise<readonly Row[]> | readonly Row[] {
		if (!row) return this.#source.roots();
		const { children, keepsOrder = false } = this.#displayed.current(row);
		const rows = children?.() ?? [];
		if (!keepsOrder) return rows;
		return rows instanceof Promise
			? rows.then((all) => this.#displayed.keepOrder(row.id, all))
			: this.#displayed.keepOrder(row.id, rows);
	}

	/** Whether a row is in an expanded part of the tree, so that showing it expands nothing. */
	isDisplayed(id: string): boolean {
		return this.#displayed.isVisible(id);
	}

	/** The rows below a row, as far as VS Code has requested them. */
	childrenOf(id: string): readonly Row[] {
		return this.#displayed.childrenOf(id);
	}

	/** The id of a row that has a matching child. */
	findParent(isSought: (child: Row) => boolean): string | undefined {
		return this.#displayed.findParent(isSought);
	}

	/**
	 * Focuses a row, or selects it without moving the focus. Does nothing if the row is not displayed, or no longer wanted when the rows
	 * are drawn.
	 */
	async reveal(
		id: string,
		{
			focus,
			select = !focus,
			isWanted = () => true,
		}: { readonly focus: boolean; readonly select?: boolean; readonly isWanted?: () => boolean },
	): Promise<void> {
		// Until the rows are drawn, the selection lacks rows that the user has selected, and selecting this row would deselect them.
		if (!focus) await this.whenDrawn();
		const row = this.#displayed.row(id);
		// Compare ids: the selection may hold an older version of the row.
		const isSelected = this.view.selection.some((one) => one.id === id);
		if (!row || !this.view.visible || (!focus && isSelected) || !isWanted()) return;
		await this.view.reveal(row, { select, focus });
	}

	/**
	 * Shows the view, and focuses and selects a row there. One that was just added may take a moment to appear. `left` aborts when the user
	 * does something else: then the focus stays where it is, and the row is selected at most.
	 */
	async showRow(id: string, left: AbortSignal): Promise<void> {
		// The box that is still open keeps the keys until the row is there.
		if (!this.view.visible && !left.aborted) await vscode.commands.executeCommand(`${this.#id}.focus`);
		const end = steadyTime() + redrawTimeoutMs;
		let shown = await this.#displayedFor(id);
		while (shown === undefined && steadyTime() < end) {
			await sleep(20);
			shown = await this.#displayedFor(id);
		}
		await this.whenDrawn();
		if (shown !== undefined) await this.reveal(shown, { focus: !left.aborted, select: true });
	}

	/** The id of a row, or of the one that takes its place, if it is displayed. */
	async #displayedFor(id: string): Promise<string | undefined> {
		if (this.#displayed.row(id)) return id;
		const other = await this.#source.inPlaceOf?.(id);
		return other !== undefined && this.#displayed.row(other) ? other : undefined;
	}

	/** Call before a row gets another id: it stays expanded or collapsed. */
	willRename(from: string, to: string): void {
		this.#open.rename(from, to);
	}

	getParent(row: Row): Row | undefined {
		return this.#displayed.parentOf(row);
	}

	getTreeItem(shown: Row): vscode.TreeItem {
		const row = this.#displayed.current(shown);
		this.#displayed.didDraw(shown, row);
		return treeItemOf(row, this.#open.isOpen(shown));
	}

	/** VS Code calls this when the user hovers over a row. */
	resolveTreeItem(item: vscode.TreeItem, shown: Row): vscode.TreeItem | Promise<vscode.TreeItem> {
		return addHover(item, this.#displayed.current(shown));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

/** The rows to refresh; undefined if the whole tree is among them. */
function rowsIn(changed: Iterable<Row | undefined>): Row[] | undefined {
	const all = [...changed];
	const rows = all.filter((row) => row !== undefined);
	return rows.length === all.length ? rows : undefined;
}
