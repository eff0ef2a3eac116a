interface Selected {
	readonly id: string;
}

/** Whether the user last chose rows in the view, or a page: a command that names no ticket is about that choice. */
export class LastChoice {
	#selected: ReadonlySet<string> = new Set();
	#isSelection = false;

	get isSelection(): boolean {
		return this.#isSelection;
	}

	/** The selection has changed. The view also drops rows by itself, when they leave the list: only a row that is new in it was chosen. */
	select(rows: readonly Selected[]): void {
		if (rows.some(({ id }) => !this.#selected.has(id))) this.#isSelection = true;
		this.#selected = new Set(rows.map(({ id }) => id));
	}

	/** Another page is in front. */
	showPage(): void {
		this.#isSelection = false;
	}
}
