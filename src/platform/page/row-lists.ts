import type { ViewLists } from './list-navigation.ts';

/** A row of a view. */
interface ListedRow {
	readonly id: string;
	readonly about?: unknown;
}

/** The rows that VS Code has requested. */
interface RequestedRows {
	childrenOf(id: string): readonly ListedRow[];
	findParent(isSought: (child: ListedRow) => boolean): string | undefined;
}

/** Navigation lists of a tree: each row with children is a list, in the order of its child rows. */
export class RowLists<Key> implements ViewLists<Key> {
	readonly idOf: (key: Key) => string;
	readonly #tree: RequestedRows;
	readonly #keyOf: (about: unknown) => Key | undefined;

	/** `keyOf`: the item that a row is about; undefined if it is none with a page. */
	constructor(tree: RequestedRows, keyOf: (about: unknown) => Key | undefined, idOf: (key: Key) => string) {
		this.#tree = tree;
		this.#keyOf = keyOf;
		this.idOf = idOf;
	}

	itemsOf(listId: string): readonly Key[] {
		return this.#tree.childrenOf(listId).flatMap(({ about }) => this.#keyOf(about) ?? []);
	}

	firstListWith(key: Key): string | undefined {
		return this.#tree.findParent((row) => this.#isAbout(row, key));
	}

	rowIdIn(listId: string, key: Key): string {
		const rows = this.#tree.childrenOf(listId);
		return rows.find((row) => this.#isAbout(row, key))?.id ?? listId;
	}

	#isAbout({ about }: ListedRow, key: Key): boolean {
		const found = this.#keyOf(about);
		return found !== undefined && this.idOf(found) === this.idOf(key);
	}
}
