import type { TicketKey } from '../../platform/model/keys.ts';
import type { ListNavigation, ViewLists } from '../../platform/page/list-navigation.ts';
import type { Tree } from '../../platform/view/tree.ts';
import type { LastChoice } from './last-choice.ts';

interface PageRowsOptions {
	readonly list: {
		readonly tree:
			| (Pick<Tree, 'reveal' | 'isDisplayed'> & { readonly view: Pick<Tree['view'], 'visible'> })
			| undefined;
		readonly lists: Pick<ViewLists<TicketKey>, 'firstListWith' | 'rowIdIn'>;
	};
	readonly navigation: Pick<ListNavigation<TicketKey>, 'rowOf'>;
	readonly lastChoice: Pick<LastChoice, 'follow'>;
	/** Shows the view and moves the focus there. */
	readonly focusView: () => PromiseLike<unknown>;
}

/** The rows of the pages in front: in the list that the page was opened from, else in the first list that shows the ticket. */
export class PageRows {
	readonly #options: PageRowsOptions;

	constructor(options: PageRowsOptions) {
		this.#options = options;
	}

	/** Selects the row of a page if it is displayed, unless it is one of the selected rows. */
	async select(key: TicketKey): Promise<void> {
		const { list, lastChoice } = this.#options;
		const row = this.#displayedRow(key);
		if (row === undefined || !list.tree) return;
		await lastChoice.follow(row, list.tree.reveal(row, { focus: false }));
	}

	/** Moves the focus to the row of a page and selects it. If it is not displayed, moves the focus to the view. */
	async focus(key: TicketKey | undefined): Promise<void> {
		const { list, lastChoice, focusView } = this.#options;
		const row = key && this.#displayedRow(key);
		if (row === undefined || !list.tree?.view.visible) await focusView();
		if (row !== undefined && list.tree)
			await lastChoice.follow(row, list.tree.reveal(row, { focus: true, select: true }));
	}

	#displayedRow(key: TicketKey): string | undefined {
		const { list, navigation } = this.#options;
		const isDisplayed = (row: string | undefined) => row !== undefined && list.tree?.isDisplayed(row);
		const opened = navigation.rowOf(key);
		if (isDisplayed(opened)) return opened;
		const listId = list.lists.firstListWith(key);
		const first = listId === undefined ? undefined : list.lists.rowIdIn(listId, key);
		return isDisplayed(first) ? first : undefined;
	}
}
