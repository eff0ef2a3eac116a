import type { BoxStore } from './box-store.ts';
import type { CommentBox } from './comment-box.ts';

/** The boxes of the page that the panel shows, and those of other pages that are stored. */
export class Boxes {
	readonly #store: BoxStore;
	#page = '';
	#all: readonly CommentBox[];

	/** `save` is called for the boxes of an earlier load of the page whose texts the host does not have. */
	constructor(store: BoxStore, save: (box: CommentBox) => void) {
		this.#store = store;
		this.#all = store.restore(save);
	}

	/** The key of the page. */
	get page(): string {
		return this.#page;
	}

	/** The boxes of the page. */
	get shown(): readonly CommentBox[] {
		return this.#all.filter(({ page }) => page === this.#page);
	}

	/** The box whose field the user is in, or was in before the page was loaded again. */
	get selected(): CommentBox | undefined {
		return this.#all.find(({ selection }) => selection !== null);
	}

	of(id: string): CommentBox | undefined {
		return this.#all.find((box) => box.id === id);
	}

	/** The box that contains an element. */
	at(element: Element): CommentBox | undefined {
		// Called for each letter: to look into all boxes takes too long if there are hundreds.
		const own = element.closest('.own');
		return own ? this.#all.find(({ root }) => root === own) : undefined;
	}

	add(box: CommentBox): void {
		this.#all = [...this.#all, box];
	}

	/** Removes the other boxes. */
	keep(isKept: (box: CommentBox) => boolean): void {
		const [before, kept] = [this.#all, new Set(this.#all.filter(isKept))];
		this.#all = [...kept];
		for (const box of before) if (!kept.has(box)) box.root.remove();
	}

	/** The panel shows a page, perhaps another one. */
	showPage(key: string): void {
		if (key === this.#page) return;
		this.#page = key;
		this.keep(({ isStored }) => isStored);
		for (const { page, root } of this.#all) if (page !== key) root.remove();
	}

	/** The user has left a field, and is still on the page. */
	didLeave(): void {
		for (const box of this.#all) box.selection = null;
		this.save();
	}

	/** Stores the boxes. `field`: the element that the user is in. */
	save(field: EventTarget | null = document.activeElement): void {
		if (field instanceof HTMLTextAreaElement) this.at(field)?.noteSelection(field);
		this.#store.put(this.#all);
	}
}
