import * as vscode from 'vscode';
import { background } from '../../../base/background.ts';
import { once } from '../../../base/once.ts';
import type { Row } from '../row.ts';
import type { ViewChange } from '../view.ts';
import type { Tree, TreeParts } from './tree.ts';

/** A tree view that VS Code knows from the start. The code that draws its rows is loaded when VS Code first requests them. */
export class TreeRegistration implements vscode.TreeDataProvider<Row>, vscode.Disposable {
	readonly view: vscode.TreeView<Row>;
	/** Resolves with the same tree for every caller. */
	readonly tree: () => Promise<Tree>;
	readonly #changes = new vscode.EventEmitter<Row | Row[] | undefined>();
	readonly onDidChangeTreeData = this.#changes.event;

	constructor(id: string, load: (parts: TreeParts) => Promise<Tree>) {
		this.view = vscode.window.createTreeView(id, {
			treeDataProvider: this,
			canSelectMany: true,
			showCollapseAll: true,
		});
		const redraw: TreeParts['redraw'] = (rows) => this.#changes.fire(rows);
		this.tree = once(() => load({ id, view: this.view, redraw }));
	}

	get isVisible(): boolean {
		return this.view.visible;
	}

	/** Call when rows have changed or, without `change`, the whole view. Resolves when they are compared with those shown. */
	changed(change?: ViewChange): Promise<void> {
		const refreshed = this.tree().then((tree) => tree.refresh(change));
		background(refreshed);
		// A failure is reported once.
		return refreshed.catch(() => {});
	}

	/** Shows the view, and moves the focus to one of its rows unless `left` aborts before. */
	async showRow(row: string, left: AbortSignal): Promise<void> {
		await (await this.tree()).showRow(row, left);
	}

	async getChildren(row?: Row): Promise<Row[]> {
		return (await this.tree()).getChildren(row);
	}

	async getTreeItem(row: Row): Promise<vscode.TreeItem> {
		return (await this.tree()).getTreeItem(row);
	}

	async getParent(row: Row): Promise<Row | undefined> {
		return (await this.tree()).getParent(row);
	}

	async resolveTreeItem(item: vscode.TreeItem, row: Row): Promise<vscode.TreeItem> {
		return (await this.tree()).resolveTreeItem(item, row);
	}

	dispose(): void {
		this.view.dispose();
		this.#changes.dispose();
	}
}
