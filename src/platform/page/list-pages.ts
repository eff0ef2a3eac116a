import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { arePreviewsEnabled, isTabPinned } from '../editor/preview-tabs.ts';
import type { Row } from '../view/row.ts';
import { describePosition, ListNavigation } from './list-navigation.ts';
import type { PageInList } from './page-host.ts';
import { type PageList, PageRows } from './page-rows.ts';
import { type CreateController, Panel } from './panel.ts';
import type { RequestTable } from './requests.ts';
import { RevealRequests } from './reveal-requests.ts';
import type { ListStep } from './shared-tab.ts';
import { keyFromState } from './state-key.ts';

interface ListPagesOptions<Key, Item extends Key, Snapshot, T extends RequestTable> {
	/** The id of the view. */
	readonly view: string;
	readonly list: PageList<Item>;
	/** Whether the page is about an item of the view, and not about a new one. */
	readonly isItem: (key: Key) => key is Item;
	/** The items of rows. */
	readonly itemsOf: (rows: readonly Row[]) => readonly Item[];
	/** The type of the panels. */
	readonly viewType: string;
	/** The name of the page's script, and the class of its body. */
	readonly page: string;
	/** The title of a new tab. Setting it later would make VS Code draw the tab again while the page loads. */
	readonly title: (key: Key) => string;
	/** Different keys have different ids. */
	readonly idOf: (key: Key) => string;
	/** Undefined if it is not the id of a key. */
	readonly parseId: (id: string) => Key | undefined;
	/** `replaceWith` shows another page in the panel. If that page is open in another panel, moves the focus there, and returns true. */
	readonly createController: (key: Key, replaceWith: (key: Key) => boolean) => CreateController<Snapshot, T>;
	/** Whether the next item of a list may replace the page. */
	readonly isReplaceable: (key: Key) => boolean;
	readonly extension: vscode.Uri;
	readonly log: Log;
}

interface RevealOptions {
	/** Whether the next item of a list replaces the page. */
	readonly isPreview?: boolean | undefined;
	/** Leaves the focus where it is. */
	readonly preserveFocus?: boolean | undefined;
	/** Whether a page that is open, and that the next item of a list would replace, stays from now on. */
	readonly stays?: boolean | undefined;
	/** Whether the page that is replaced has the focus. To reveal its panel would take away the focus, and the keys, for a moment. */
	readonly hasFocus?: boolean;
	/** The column of a new panel. */
	readonly column?: vscode.ViewColumn | undefined;
}

interface OpenInListOptions<Place> extends Omit<RevealOptions, 'hasFocus' | 'column'> {
	/** The list of the view, or the row of the mixed list, that the item was chosen from: by default, the next item replaces the page. */
	readonly listId?: string | undefined;
	/** What the page goes to. */
	readonly place?: Place | undefined;
}

interface OpenPage<Key, Snapshot, T extends RequestTable> {
	readonly key: Key;
	readonly panel: vscode.WebviewPanel;
	readonly page: Panel<Snapshot, T>;
}

/** The open pages of one kind, at most one for each key, and what connects them with the lists of a view. */
export abstract class ListPages<Key, Item extends Key, Snapshot, T extends RequestTable, Place extends object>
	implements Disposable
{
	/** What the controllers of the pages need. */
	readonly inList: PageInList<Item, Place>;
	readonly #options: ListPagesOptions<Key, Item, Snapshot, T>;
	readonly #lifetime = new Lifetime();
	/** By the id of the page. */
	readonly #open = new Map<string, OpenPage<Key, Snapshot, T>>();
	readonly #navigation: ListNavigation<Item>;
	readonly #rows: PageRows<Item>;
	readonly #requested: RevealRequests<Item, Place>;
	/** The rows of the mixed list that pages were opened from, by the id of the page. */
	readonly #mixedRows = new Map<string, string>();
	/** The id of the page that the next item of a list replaces. */
	#preview: string | undefined;
	/** How often the preview, which has the focus, has asked for another row of the mixed list that is not open yet. */
	#steps = 0;

	constructor(options: ListPagesOptions<Key, Item, Snapshot, T>) {
		this.#options = options;
		const { view, list, idOf, log } = options;
		this.#navigation = new ListNavigation(list.lists);
		this.#rows = new PageRows(
			list,
			(key) => this.#navigation.rowOf(key),
			() => vscode.commands.executeCommand(`${view}.focus`),
		);
		this.#requested = this.#lifetime.add(
			new RevealRequests<Item, Place>(idOf, (failure) => log.error('A listener for pages failed', failure)),
		);
		this.inList = {
			go: (step, from) => this.go(step, from),
			didFocus: () => this.#didFocus(),
			leave: () => this.#leave(),
			position: (key) => {
				const { list: mixed, row } = this.#mixedListOf(key);
				return mixed ? mixed.position(row) : describePosition(this.#navigation.position(key));
			},
			joinList: (key) => this.#navigation.join(key),
			requested: this.#requested,
		};
	}

	/** The item whose page is active. */
	get active(): Item | undefined {
		const key = [...this.#open.values()].find(({ panel }) => panel.active)?.key;
		return key !== undefined && this.#options.isItem(key) ? key : undefined;
	}

	isVisible(key: Key): boolean {
		return this.#pageOf(key)?.panel.visible === true;
	}

	/** Shows a page. One that was chosen from a list is replaced by the next item of the list, unless it is opened again. */
	protected show(
		key: Key,
		{ listId, place, isPreview = listId !== undefined, ...options }: OpenInListOptions<Place>,
	): Panel<Snapshot, T> {
		const { isItem, idOf, list } = this.#options;
		const { sharedTab } = list;
		const isMixed = listId !== undefined && sharedTab.list?.has(listId) === true;
		if (isMixed) this.#mixedRows.set(idOf(key), listId);
		if (isItem(key)) {
			if (listId !== undefined && !isMixed) {
				this.#mixedRows.delete(idOf(key));
				this.#navigation.begin(key, listId);
				this.#rows.willOpenByRow(idOf(key));
			}
			if (place) this.#requested.request(key, place);
			else this.#requested.forget(key);
		}
		if (!isMixed) return this.#reveal(key, { ...options, isPreview }).page;
		const { column } = sharedTab;
		const { page, panel } = this.#reveal(key, { ...options, isPreview, hasFocus: this.#steps > 0, column });
		sharedTab.didOpen({
			owner: this,
			column: () => this.#pageIn(panel)?.panel.viewColumn,
			close: () => this.#closeMixedPreview(),
		});
		return page;
	}

	/** Closes the preview of the mixed list, unless the user has kept it. */
	#closeMixedPreview(): void {
		const preview = this.#replaceablePage();
		if (preview && this.#mixedListOf(preview.key).list) preview.panel.dispose();
	}

	/** Shows a page again that was open when VS Code was closed. `panel` and `state` are what VS Code has restored of it. */
	restore(panel: vscode.WebviewPanel, state: unknown): void {
		const stored = keyFromState(state);
		const key = stored === undefined ? undefined : this.#options.parseId(stored);
		if (!key || this.#pageOf(key)) panel.dispose();
		else this.#create(key, panel);
	}

	/**
	 * Shows the next or previous item of the list that `from` was opened from. `from` is the item whose page has the focus, by
	 * default the one in front. Returns whether another panel or the view has the focus afterwards.
	 */
	go(step: ListStep, from?: Item): boolean | Promise<boolean> {
		const current = from ?? this.active;
		if (!current) return false;
		const open = this.#pageOf(current);
		const hasFocus = from !== undefined && this.#isPreview(current);
		const { list, row } = this.#mixedListOf(current);
		if (list) {
			const going = hasFocus ? this.#step(list.go(step, row)) : list.go(step, row);
			return going.then((hasGone) => hasGone && this.#pageOf(current) === open);
		}
		const next = step === 'done' ? undefined : this.#navigation.next(current, step);
		if (!next) return false;
		this.#requested.forget(next);
		return this.#reveal(next, { isPreview: true, hasFocus }).panel !== open?.panel;
	}

	#step(going: Promise<boolean>): Promise<boolean> {
		this.#steps += 1;
		return going.finally(() => {
			this.#steps -= 1;
		});
	}

	/** The mixed list that a page was opened from, and the row there. */
	#mixedListOf(key: Key) {
		const row = this.#mixedRows.get(this.#options.idOf(key)) ?? '';
		const { list } = this.#options.list.sharedTab;
		return { list: list?.has(row) ? list : undefined, row };
	}

	/** Moves the focus from the page in front to the row that it was opened from. */
	#leave(): PromiseLike<unknown> {
		const { active } = this;
		const { list, row } = active === undefined ? { list: undefined, row: '' } : this.#mixedListOf(active);
		return list ? list.focus(row) : this.#rows.focus(active);
	}

	/** Previews the next or previous item of the list that contains `from`, and leaves the focus in the view. */
	protected async previewNext(step: 1 | -1, from: Item, listId: string | undefined): Promise<void> {
		if (listId !== undefined) this.#navigation.begin(from, listId);
		const next = this.#navigation.next(from, step);
		if (!next) return;
		this.#requested.forget(next);
		this.#reveal(next, { isPreview: true, preserveFocus: true, stays: false });
		await this.#rows.focus(next);
	}

	/** Reads what the visible pages show from the forge again. */
	refresh(): void {
		for (const { panel, page } of this.#open.values()) if (panel.visible) page.refresh();
	}

	/** Stops the pages but keeps their panels: VS Code restores them when it starts again. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	#pageOf(key: Key): OpenPage<Key, Snapshot, T> | undefined {
		return this.#open.get(this.#options.idOf(key));
	}

	#pageIn(panel: vscode.WebviewPanel): OpenPage<Key, Snapshot, T> | undefined {
		return [...this.#open.values()].find((open) => open.panel === panel);
	}

	#isPreview(key: Key): boolean {
		return this.#preview === this.#options.idOf(key);
	}

	/** The page that the next item of a list replaces. It stays if the user has pinned it. */
	#replaceablePage(): OpenPage<Key, Snapshot, T> | undefined {
		const open = this.#preview === undefined ? undefined : this.#open.get(this.#preview);
		if (!open || !arePreviewsEnabled() || isTabPinned(open.panel)) return undefined;
		return this.#options.isReplaceable(open.key) ? open : undefined;
	}

	/** Shows a page: an open one again, or a new one in place of the preview or in a new tab. */
	#reveal(
		key: Key,
		{ isPreview = false, preserveFocus = false, stays = true, hasFocus = false, column }: RevealOptions,
	): OpenPage<Key, Snapshot, T> {
		const { idOf, viewType, title } = this.#options;
		const open = this.#pageOf(key);
		if (open) {
			if (this.#isPreview(key) && stays) this.#preview = undefined;
			open.panel.reveal(undefined, preserveFocus);
			return open;
		}
		const replaceable = isPreview ? this.#replaceablePage() : undefined;
		if (replaceable) {
			const { panel } = replaceable;
			// With several groups, the group of a visible panel may be behind a maximized one.
			const isInFront = panel.visible && vscode.window.tabGroups.all.length === 1;
			// To reveal a panel that is in front would make VS Code draw the whole editor again.
			const isRevealed = hasFocus || (isInFront && preserveFocus);
			if (!isRevealed) panel.reveal(undefined, preserveFocus);
			return this.#replace(replaceable, key);
		}
		if (isPreview) this.#preview = idOf(key);
		const showOptions = { viewColumn: column ?? vscode.ViewColumn.Active, preserveFocus };
		const panel = vscode.window.createWebviewPanel(viewType, title(key), showOptions, {
			enableFindWidget: true,
		});
		return this.#create(key, panel);
	}

	#create(key: Key, panel: vscode.WebviewPanel): OpenPage<Key, Snapshot, T> {
		const { page, extension, log } = this.#options;
		const lifetime = this.#lifetime.child();
		const createController = this.#createController(key, panel);
		const shown = lifetime.add(new Panel({ panel, extension, page, createController, log }));
		panel.onDidChangeViewState(() => {
			const open = this.#pageIn(panel);
			if (open && panel.active) this.#didShow(open);
		});
		panel.onDidDispose(() => {
			lifetime.dispose();
			this.#forget(panel);
		});
		return this.#register({ key, panel, page: shown });
	}

	#createController(key: Key, panel: vscode.WebviewPanel): CreateController<Snapshot, T> {
		const replaceWith = (other: Key) => {
			const open = this.#pageIn(panel);
			if (!open) return false;
			const shown = this.#pageOf(other);
			if (shown) {
				shown.panel.reveal();
				return shown !== open;
			}
			this.#replace(open, other);
			return false;
		};
		return this.#options.createController(key, replaceWith);
	}

	/** Shows another page in a panel: as the preview, if the page before was the preview. */
	#replace(open: OpenPage<Key, Snapshot, T>, key: Key): OpenPage<Key, Snapshot, T> {
		const wasPreview = this.#isPreview(open.key);
		this.#forget(open.panel);
		if (wasPreview) this.#preview = this.#options.idOf(key);
		open.page.replacePage(this.#createController(key, open.panel));
		return this.#register({ ...open, key });
	}

	#register(open: OpenPage<Key, Snapshot, T>): OpenPage<Key, Snapshot, T> {
		this.#open.set(this.#options.idOf(open.key), open);
		this.#didShow(open);
		return open;
	}

	/** A page was opened or became active. */
	#didShow({ key, panel }: OpenPage<Key, Snapshot, T>): void {
		const { idOf, isItem } = this.#options;
		this.#rows.didShow(idOf(key), isItem(key) ? key : undefined, panel.active);
		const { list, row } = this.#mixedListOf(key);
		if (panel.active) list?.didShow(row);
	}

	/** Forgets the page that a panel has shown until now. */
	#forget(panel: vscode.WebviewPanel): void {
		const open = this.#pageIn(panel);
		if (!open) return;
		const { key } = open;
		if (this.#isPreview(key)) this.#preview = undefined;
		this.#open.delete(this.#options.idOf(key));
		this.#mixedRows.delete(this.#options.idOf(key));
		if (!this.#options.isItem(key)) return;
		this.#navigation.forget(key);
		this.#requested.forget(key);
	}

	/** The user has moved the focus to the page in front. If its item is selected, it stays selected in the same list. */
	#didFocus(): void {
		const { active } = this;
		const { list, idOf, itemsOf } = this.#options;
		const page = active && idOf(active);
		const isSelected = itemsOf(list.tree?.view.selection ?? []).some((item) => idOf(item) === page);
		this.#rows.didFocus(page, isSelected ? undefined : active);
	}
}
