interface Selected {
	readonly id: string;
}

/**
 * Whether the user last chose rows in the view, or the page in front: a command that names no ticket is about that choice. Rows are the
 * choice if one of them was selected after the page came to the front. The view's events do not tell: while it redraws its rows, it
 * reports a selection without them, and no second time.
 */
export class LastChoice {
	readonly #selection: () => readonly Selected[];
	/** The rows whose selection is older than the page in front, or is no choice of the user. */
	#before: ReadonlySet<string> = new Set();
	readonly #pending = new Set<string>();

	constructor(selection: () => readonly Selected[]) {
		this.#selection = selection;
	}

	get isSelection(): boolean {
		return this.#selection().some(({ id }) => !this.#before.has(id));
	}

	/** Another page is in front. */
	showPage(): void {
		this.#before = new Set([...this.#selection().map(({ id }) => id), ...this.#pending]);
	}

	/** The view selects a row because its page is in front; `selected` settles when it has done so. */
	async follow(id: string, selected: PromiseLike<unknown>): Promise<void> {
		this.#before = new Set([...this.#before, id]);
		this.#pending.add(id);
		try {
			await selected;
		} finally {
			this.#pending.delete(id);
		}
	}
}
