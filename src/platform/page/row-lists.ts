import type { ViewLists } from './list-navigation.ts';

/** A row of a view. */
interface ListedRow {
	readonly id: string;
	readonly about?: unknown;
}

interface RowListsOptions<Key> {
	/** The rows that VS Code has requested. */
	readonly tree: {
		childrenOf(id: string): readonly ListedRow[];
		findParent(isSought: (child: ListedRow) => boolean): string | undefined;
	};
	/** The item that a row is about; undefined if it is none with a page. */
	readonly keyOf: (about: unknown) => Key | undefined;
	readonly spell: (key: Key) => string;
}

/** Navigation lists of a tree: each row with children is a list, in the order of its child rows. */
export class RowLists<Key> implements ViewLists<Key> {
	readonly #options: RowListsOptions<Key>;

	constructor(options: RowListsOptions<Key>) {
		this.#options = options;
	}

	itemsOf(listId: string): readonly Key[] {
		const { tree, keyOf } = this.#options;
		return tree.childrenOf(listId).flatMap(({ about }) => keyOf(about) ?? []);
	}

	firstListWith(key: Key): string | undefined {
		return this.#options.tree.findParent((row) => this.#isAbout(row, key));
	}

	rowIdIn(listId: string, key: Key): string {
		const rows = this.#options.tree.childrenOf(listId);
		return rows.find((row) => this.#isAbout(row, key))?.id ?? listId;
	}

	spell(key: Key): string {
		return this.#options.spell(key);
	}

	#isAbout({ about }: ListedRow, key: Key): boolean {
		const { keyOf, spell } = this.#options;
		const found = keyOf(about);
		return found !== undefined && spell(found) === spell(key);
	}
}
