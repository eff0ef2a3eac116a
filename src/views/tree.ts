import * as vscode from 'vscode';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Forges } from '../host/forges.ts';
import { failureRow } from './failure.ts';
import type { Row } from './row.ts';

export const viewIds = [
	'tildeforge.inbox',
	'tildeforge.tickets',
	'tildeforge.patches',
	'tildeforge.repositories',
] as const;

/** Shows rows as a tree of the editor. Where there are none, the editor shows the view's welcome text. */
class Tree implements vscode.TreeDataProvider<Row>, vscode.Disposable {
	readonly #roots: () => Promise<readonly Row[]>;
	readonly #failed: (error: unknown) => Row;
	readonly #changes = new vscode.EventEmitter<undefined>();
	readonly onDidChangeTreeData = this.#changes.event;

	constructor(roots: () => Promise<readonly Row[]>, failed: (error: unknown) => Row) {
		this.#roots = roots;
		this.#failed = failed;
	}

	refresh(): void {
		this.#changes.fire(undefined);
	}

	async getChildren(row?: Row): Promise<Row[]> {
		try {
			return [...(await (row ? (row.children?.() ?? []) : this.#roots()))];
		} catch (error) {
			return [this.#failed(error)];
		}
	}

	getTreeItem(row: Row): vscode.TreeItem {
		const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
		const state = row.children ? (row.isOpen ? Expanded : Collapsed) : None;
		const item = new vscode.TreeItem(row.label, state);
		item.id = row.id;
		// Otherwise the editor reads out the tooltip in place of the row.
		item.accessibilityInformation = { label: [row.label, row.description].filter(Boolean).join(', ') };
		if (row.description !== undefined) item.description = row.description;
		if (row.tooltip !== undefined) item.tooltip = row.tooltip;
		if (row.context !== undefined) item.contextValue = row.context;
		if (row.icon !== undefined) {
			const color = row.color === undefined ? undefined : new vscode.ThemeColor(row.color);
			item.iconPath = new vscode.ThemeIcon(row.icon, color);
		}
		if (row.command) {
			const { id, title, arguments: given } = row.command;
			item.command = { command: id, title, ...(given && { arguments: [...given] }) };
		}
		return item;
	}

	dispose(): void {
		this.#changes.dispose();
	}
}

interface ViewsOptions {
	/** What accounts there are; loaded when the first view is looked at. */
	readonly forges: () => Promise<Forges>;
	readonly log: Log;
}

/** The four views of the container. */
export class Views implements vscode.Disposable {
	readonly #lifetime = new Lifetime();
	readonly #trees: readonly Tree[];
	#following = false;

	constructor({ forges, log }: ViewsOptions) {
		this.#trees = viewIds.map((id) => {
			const roots = async () => {
				const [known, { areaRows, viewOf }] = await Promise.all([forges(), import('./areas-shown.ts')]);
				this.#follow(known);
				const view = viewOf(id);
				return view ? areaRows(view, known.accounts, known.ledger.ended) : [];
			};
			const failed = (error: unknown): Row => {
				log.error(`${id} could not be shown`, error);
				return failureRow(error);
			};
			const tree = this.#lifetime.add(new Tree(roots, failed));
			this.#lifetime.add(vscode.window.registerTreeDataProvider(id, tree));
			return tree;
		});
	}

	/** Asks again for everything that is shown. */
	refresh(): void {
		for (const tree of this.#trees) tree.refresh();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#follow(forges: Forges): void {
		if (this.#following) return;
		this.#following = true;
		const tell = () =>
			vscode.commands.executeCommand('setContext', 'tildeforge.signedIn', forges.accounts.length > 0);
		void tell();
		this.#lifetime.add(
			forges.onDidChange(() => {
				void tell();
				this.refresh();
			}),
		);
	}
}
