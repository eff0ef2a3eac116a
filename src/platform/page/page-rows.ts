import { background } from '../../base/background.ts';
import type { Tree } from '../view/tree/tree.ts';
import type { ViewLists } from './list-navigation.ts';
import type { SharedTab } from './shared-tab.ts';

/** The view whose rows have pages. */
export interface PageList<Item> {
	readonly tree:
		| Pick<Tree, 'view' | 'selectionSource' | 'reveal' | 'isDisplayed' | 'selectedRows'>
		| undefined;
	readonly lists: ViewLists<Item>;
	/** The tab for pages that are opened from another view, which has rows of several kinds. */
	readonly sharedTab: SharedTab;
}

/** The rows of the pages in front: in the list that the page was opened from, else in the first list that shows its item. */
export class PageRows<Key> {
	readonly #list: PageList<Key>;
	readonly #openedRow: (key: Key) => string | undefined;
	readonly #focusView: () => PromiseLike<unknown>;
	/** The id of the page that was in front last. */
	#followedPage: string | undefined;
	/** The id of the page that the user opened last by its row; undefined after another page was shown. */
	#openedPage: string | undefined;

	/**
	 * `openedRow` returns the id of a page's row in the list that the page was opened from. `focusView` shows the view and moves the focus
	 * there.
	 */
	constructor(
		list: PageList<Key>,
		openedRow: (key: Key) => string | undefined,
		focusView: () => PromiseLike<unknown>,
	) {
		this.#list = list;
		this.#openedRow = openedRow;
		this.#focusView = focusView;
	}

	/**
	 * The user opens a page by its row, which selects the row. Until the page is there, which takes a while, they may select more rows. Those
	 * stay selected, and are the user's last choice.
	 */
	willOpenByRow(page: string): void {
		this.#openedPage = page;
		this.#followedPage = page;
	}

	/**
	 * A page is shown: selects its row if it is in front. Does so only once, because a later selection is the user's own choice. `key` is
	 * undefined for a page without a row.
	 */
	didShow(page: string, key: Key | undefined, isInFront: boolean): void {
		if (this.#openedPage === page) return;
		this.#openedPage = undefined;
		this.#list.tree?.selectionSource.didChooseEditor();
		if (!isInFront || this.#followedPage === page) return;
		this.#followedPage = page;
		if (key !== undefined) background(this.select(key));
	}

	/**
	 * The user has moved the focus to the page in front. Selects the row of `key`, if there is one, unless the user opened the page by its
	 * row: the click has selected that row, and any other selection is newer.
	 */
	didFocus(page: string | undefined, key: Key | undefined): void {
		this.#list.tree?.selectionSource.didChooseEditor();
		if (key !== undefined && this.#openedPage !== page) background(this.select(key));
	}

	/** Selects the row of a page if it is displayed, unless it is selected already or the user selects other rows meanwhile. */
	async select(key: Key): Promise<void> {
		const { tree } = this.#list;
		const row = this.#displayedRow(key);
		if (row === undefined || !tree) return;
		const { selectionSource } = tree;
		const { selections } = selectionSource;
		const isWanted = () => selectionSource.selections === selections;
		await selectionSource.follow(row, tree.reveal(row, { focus: false, isWanted }));
	}

	/** Moves the focus to the row of a page and selects it. If it is not displayed, moves the focus to the view. */
	async focus(key: Key | undefined): Promise<void> {
		const { tree } = this.#list;
		const row = key && this.#displayedRow(key);
		if (row === undefined || !tree?.view.visible) await this.#focusView();
		if (row !== undefined && tree)
			await tree.selectionSource.follow(row, tree.reveal(row, { focus: true, select: true }));
	}

	#displayedRow(key: Key): string | undefined {
		const { tree, lists } = this.#list;
		const isDisplayed = (row: string | undefined) => row !== undefined && tree?.isDisplayed(row);
		const opened = this.#openedRow(key);
		if (isDisplayed(opened)) return opened;
		const listId = lists.firstListWith(key);
		const first = listId === undefined ? undefined : lists.rowIdIn(listId, key);
		return isDisplayed(first) ? first : undefined;
	}
}
