interface SelectedRow {
	readonly id: string;
}

/**
 * Finds the row of the view that has the focus, which VS Code does not tell extensions. The keybinding of a letter toggles the selection
 * of that row twice: of the two selections that the view reports, one has the row and the other does not.
 */
export class FocusedRow<Row extends SelectedRow> {
	#reported: readonly (readonly Row[])[] = [];

	/** A letter was pressed. Its keybinding toggles the row next. */
	willToggle(): void {
		this.#reported = [];
	}

	/** The view reports its selection. */
	didSelect(rows: readonly Row[]): void {
		this.#reported = [...this.#reported.slice(-1), rows];
	}

	/** The row that was toggled twice; undefined if no row has the focus, or if the view was redrawing its rows. */
	take(): Row | undefined {
		const [between = [], after = []] = this.#reported;
		const isToggled = this.#reported.length === 2;
		this.#reported = [];
		const has = (rows: readonly Row[], { id }: Row) => rows.some((row) => row.id === id);
		const toggled = [
			...between.filter((row) => !has(after, row)),
			...after.filter((row) => !has(between, row)),
		];
		return isToggled && toggled.length === 1 ? toggled[0] : undefined;
	}
}

/** The rows that a letter acts on, as a menu does: all that are selected if the row with the focus is one of them. It comes last. */
export function rowsOfLetter<Row extends SelectedRow>(
	focused: Row,
	selection: readonly Row[],
): readonly Row[] {
	const others = selection.filter(({ id }) => id !== focused.id);
	return others.length < selection.length ? [...others, focused] : [focused];
}
