interface Selected {
	readonly id: string;
}

const idsOf = (rows: readonly Selected[]): readonly string[] => rows.map(({ id }) => id);

/**
 * Tells whether the user last chose rows in the view or the editor in front, such as a page. A command that names no item applies to
 * that choice. Rows are the choice if one of them was selected after the editor was shown or focused. The view's events alone are not enough:
 * while the view redraws its rows, it reports a selection without them, and it does not report them again. Reasons: docs/decisions/last-choice.md.
 */
export class SelectionSource {
	readonly #selection: () => readonly Selected[];
	/** Rows that were selected before an editor was last chosen, or by the view itself. */
	#ignored: ReadonlySet<string> = new Set();
	/** Rows that the view is about to select by itself. */
	readonly #following = new Set<string>();
	#reported: readonly string[];
	#selections = 0;

	constructor(selection: () => readonly Selected[]) {
		this.#selection = selection;
		this.#reported = idsOf(selection());
	}

	get isSelection(): boolean {
		return this.#selection().some(({ id }) => !this.#ignored.has(id));
	}

	/** How often the user has selected rows. */
	get selections(): number {
		return this.#selections;
	}

	/** Another editor is in front, or the user has gone back to the one in front. */
	didChooseEditor(): void {
		const selected = [...this.#reported, ...idsOf(this.#selection())];
		this.#ignored = new Set([...this.#ignored, ...selected, ...this.#following]);
	}

	/** The view reports its selection. */
	didSelect(rows: readonly Selected[]): void {
		const ids = idsOf(rows);
		const added = new Set(ids.filter((id) => !this.#reported.includes(id) && !this.#following.has(id)));
		this.#reported = ids;
		if (added.size > 0) this.#selections++;
		this.#ignored = new Set([...this.#ignored].filter((id) => !added.has(id)));
	}

	/** The view selects a row because its page is in front; `selected` settles when it has done so. */
	async follow(id: string, selected: PromiseLike<unknown>): Promise<void> {
		this.#ignored = new Set([...this.#ignored, id]);
		this.#following.add(id);
		try {
			await selected;
		} finally {
			this.#following.delete(id);
		}
	}
}
