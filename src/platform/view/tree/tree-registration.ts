import * as vscode from 'vscode';
import { once } from '../../../base/once.ts';
import type { Row } from '../row.ts';
import type { Tree, TreeParts } from './tree.ts';

interface TreeRegistrationOptions {
	/** Whether rows can have child rows. */
	readonly hasLevels: boolean;
	readonly load: (parts: TreeParts) => Promise<Tree>;
}

/** A tree view that VS Code knows from the start. The code that draws its rows is loaded when VS Code first requests them. */
export class TreeRegistration implements vscode.TreeDataProvider<Row>, vscode.Disposable {
	readonly view: vscode.TreeView<Row>;
	/** Resolves with the same tree for every caller. */
	readonly tree: () => Promise<Tree>;
	readonly #changes = new vscode.EventEmitter<Row | Row[] | undefined>();
	readonly onDidChangeTreeData = this.#changes.event;

	constructor(id: string, { hasLevels, load }: TreeRegistrationOptions) {
		this.view = vscode.window.createTreeView(id, {
			treeDataProvider: this,
			canSelectMany: true,
			showCollapseAll: hasLevels,
		});
		const redraw: TreeParts['redraw'] = (rows) => this.#changes.fire(rows);
		this.tree = once(() => load({ id, view: this.view, redraw }));
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
