import type { ListPosition } from './snapshot-parts.ts';

/** The lists of a view. */
export interface ViewLists<Key> {
	/** The items of a list, in the order of the view. `listId` is the id of the list's row, which is their parent. */
	itemsOf(listId: string): readonly Key[];
	/** The id of the first list that contains the item. */
	firstListWith(key: Key): string | undefined;
	/** Called before the page of the item at `index` is shown, in case the list has a row only for its first items. */
	willShow?(listId: string, index: number): void;
	/** The id of an item's row in a list. */
	rowIdIn(listId: string, key: Key): string;
	/** Different keys have different ids. */
	idOf(key: Key): string;
}

/** Where an item is in the list that its page belongs to. */
export interface PositionInList {
	/** Counts from 1. */
	readonly number: number;
	readonly count: number;
}

export const describePosition = (position: PositionInList | undefined): ListPosition | null =>
	position
		? {
				text: `${position.number} of ${position.count}`,
				hasPrevious: position.number > 1,
				hasNext: position.number < position.count,
			}
		: null;

/** A list as it was when the user opened a page from it. Later changes of the list do not reorder it. */
interface OpenedList<Key> {
	readonly listId: string;
	readonly keys: readonly Key[];
}

/** The list that each open page belongs to, for moving from one item to the next. Reasons: docs/decisions/one-panel-for-a-list.md. */
export class ListNavigation<Key> {
	readonly #lists: ViewLists<Key>;
	/** By the id of the page. */
	readonly #openedLists = new Map<string, OpenedList<Key>>();

	constructor(lists: ViewLists<Key>) {
		this.#lists = lists;
	}

	/** Remembers the list that a page was opened from, unless the item has left it. */
	begin(key: Key, listId: string): void {
		const list = this.#readList(listId);
		if (this.#indexIn(list, key) === -1) this.forget(key);
		else this.#openedLists.set(this.#lists.idOf(key), list);
	}

	/**
	 * The item `step` positions further in the list of a page. A page that was not opened from a list belongs to the first one that has its
	 * item. The next page belongs to the same list, whether or not it replaces the current one.
	 */
	next(key: Key, step: 1 | -1): Key | undefined {
		const list = this.#listOf(key) ?? this.#firstListWith(key);
		const index = list ? this.#indexIn(list, key) + step : -1;
		const next = list?.keys[index];
		if (list && next !== undefined) {
			this.#openedLists.set(this.#lists.idOf(next), list);
			this.#lists.willShow?.(list.listId, index);
		}
		return next;
	}

	/**
	 * The position in the list that the page was opened from, or else in the first list with the page's item. Undefined while no list has the
	 * item: after a reload, the lists may be read later than the page.
	 */
	position(key: Key): PositionInList | undefined {
		const list = this.#listOf(key) ?? this.#firstListWith(key);
		return list && { number: this.#indexIn(list, key) + 1, count: list.keys.length };
	}

	/** A page that was not opened from a list joins the first one that has its item, and keeps its place there, whatever happens to the rows. */
	join(key: Key): void {
		const list = this.#listOf(key) ?? this.#firstListWith(key);
		if (list) this.#openedLists.set(this.#lists.idOf(key), list);
	}

	/** The id of the item's row in the list of its page. */
	rowOf(key: Key): string | undefined {
		const list = this.#listOf(key);
		return list && this.#lists.rowIdIn(list.listId, key);
	}

	/** The page was closed, or shows something else now. */
	forget(key: Key): void {
		this.#openedLists.delete(this.#lists.idOf(key));
	}

	#listOf(key: Key): OpenedList<Key> | undefined {
		return this.#openedLists.get(this.#lists.idOf(key));
	}

	#readList(listId: string): OpenedList<Key> {
		return { listId, keys: this.#lists.itemsOf(listId) };
	}

	#firstListWith(key: Key): OpenedList<Key> | undefined {
		const listId = this.#lists.firstListWith(key);
		return listId === undefined ? undefined : this.#readList(listId);
	}

	#indexIn({ keys }: OpenedList<Key>, key: Key): number {
		const id = this.#lists.idOf(key);
		return keys.findIndex((one) => this.#lists.idOf(one) === id);
	}
}

/**
 * Remembers the position of an item in a list. If the item has left the list since, the returned function gives the id of the row to
 * focus: that of the next item that is still there, else of the previous one, else of the list. Otherwise VS Code would focus no row.
 */
export function rowToFocusAfter<Key>(
	lists: ViewLists<Key>,
	key: Key,
	listId: string,
): () => string | undefined {
	const before = lists.itemsOf(listId);
	const index = before.findIndex((one) => lists.idOf(one) === lists.idOf(key));
	return () => {
		const remaining = new Set(lists.itemsOf(listId).map((item) => lists.idOf(item)));
		if (remaining.has(lists.idOf(key))) return undefined;
		const others = [...before.slice(index + 1), ...before.slice(0, Math.max(index, 0)).reverse()];
		const next = others.find((other) => remaining.has(lists.idOf(other)));
		return next === undefined ? listId : lists.rowIdIn(listId, next);
	};
}
