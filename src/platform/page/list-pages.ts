import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Row } from '../view/row.ts';
import type { Tree } from '../view/tree/tree.ts';
import { describePosition, ListNavigation, type ViewLists } from './list-navigation.ts';
import { type OpenPage, OpenPages, type PagesOptions } from './open-pages.ts';
import type { PageInList } from './page-host.ts';
import { PageRows } from './page-rows.ts';
import type { RequestTable } from './requests.ts';
import { RevealRequests } from './reveal-requests.ts';

/** The view whose rows have pages. */
export interface PageList<Item> {
	readonly tree:
		| Pick<Tree, 'view' | 'selectionSource' | 'reveal' | 'isDisplayed' | 'selectedRows'>
		| undefined;
	readonly lists: ViewLists<Item>;
}

interface ListPagesOptions<Key, Item extends Key, Snapshot, T extends RequestTable>
	extends Omit<PagesOptions<Key, Snapshot, T>, 'didShow' | 'didForget'> {
	/** The id of the view. */
	readonly view: string;
	readonly list: PageList<Item>;
	/** Whether the page is about an item of the view, and not about a new one. */
	readonly isItem: (key: Key) => key is Item;
	/** The items of rows. */
	readonly itemsOf: (rows: readonly Row[]) => readonly Item[];
	readonly log: Log;
}

interface OpenInListOptions<Place> {
	/** The list of the view that the item was chosen from: its next item replaces the page. */
	readonly listId?: string | undefined;
	/** What the page goes to. */
	readonly place?: Place | undefined;
	/** Leaves the focus where it is. */
	readonly preserveFocus?: boolean;
	/** Whether the next item replaces the page. */
	readonly isPreview?: boolean;
	/** Whether a page that the next item would replace stays. */
	readonly stays?: boolean;
}

/** The open pages of one kind, and what connects them with the lists of a view. */
export abstract class ListPages<Key, Item extends Key, Snapshot, T extends RequestTable, Place extends object>
	implements Disposable
{
	/** What their controllers need. */
	readonly inList: PageInList<Item, Place>;
	readonly #options: ListPagesOptions<Key, Item, Snapshot, T>;
	readonly #lifetime = new Lifetime();
	readonly #pages: OpenPages<Key, Snapshot, T>;
	readonly #navigation: ListNavigation<Item>;
	readonly #rows: PageRows<Item>;
	readonly #requested: RevealRequests<Item, Place>;

	constructor(options: ListPagesOptions<Key, Item, Snapshot, T>) {
		this.#options = options;
		const { list, view, idOf, isItem, log } = options;
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
			leave: () => this.#rows.focus(this.active),
			position: (key) => describePosition(this.#navigation.position(key)),
			joinList: (key) => this.#navigation.join(key),
			requested: this.#requested,
		};
		this.#pages = this.#lifetime.add(
			new OpenPages<Key, Snapshot, T>({
				...options,
				didShow: (key, isInFront) => this.#rows.didShow(idOf(key), isItem(key) ? key : undefined, isInFront),
				didForget: (key) => {
					if (!isItem(key)) return;
					this.#navigation.forget(key);
					this.#requested.forget(key);
				},
			}),
		);
	}

	/** The item whose page is active. */
	get active(): Item | undefined {
		const key = this.#pages.activeKey;
		return key !== undefined && this.#options.isItem(key) ? key : undefined;
	}

	isVisible(key: Key): boolean {
		return this.#pages.of(key)?.panel.visible === true;
	}

	/** Shows a page. One that was chosen from a list is replaced by the next item of the list, unless it is opened again. */
	protected show(
		key: Key,
		{
			listId,
			place,
			preserveFocus = false,
			isPreview = listId !== undefined,
			stays = true,
		}: OpenInListOptions<Place>,
	): OpenPage<Key, Snapshot, T> {
		if (this.#options.isItem(key)) {
			if (listId !== undefined) {
				this.#navigation.begin(key, listId);
				this.#rows.willOpenByRow(this.#options.idOf(key));
			}
			if (place) this.#requested.request(key, place);
			else this.#requested.forget(key);
		}
		return this.#pages.reveal(key, { isFromList: isPreview, preserveFocus, keepsOpen: stays });
	}

	/** Shows a page that was open when VS Code was closed in its panel. */
	restore(panel: vscode.WebviewPanel, state: unknown): void {
		this.#pages.restore(panel, state);
	}

	/**
	 * Shows the next or previous item of the list that `from` was opened from. `from` is the item whose page has the focus, by
	 * default the one in front. Returns whether another panel has the focus afterwards.
	 */
	go(step: 1 | -1, from?: Item): boolean {
		const current = from ?? this.active;
		const next = current && this.#navigation.next(current, step);
		if (!current || !next) return false;
		this.#requested.forget(next);
		return this.#pages.showNext(current, next, { isFocused: from !== undefined });
	}

	/** Previews the next or previous item of the list that contains `from`, and leaves the focus in the view. */
	protected async previewNext(step: 1 | -1, from: Item, listId: string | undefined): Promise<void> {
		if (listId !== undefined) this.#navigation.begin(from, listId);
		const next = this.#navigation.next(from, step);
		if (!next) return;
		this.#requested.forget(next);
		this.#pages.reveal(next, { isFromList: true, preserveFocus: true, keepsOpen: false });
		await this.#rows.focus(next);
	}

	/** Reads what the visible pages show from the forge again. */
	refresh(): void {
		this.#pages.refresh();
	}

	/** Stops the pages but keeps their panels: VS Code restores them when it starts again. */
	dispose(): void {
		this.#lifetime.dispose();
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
