/** How the user opened a row. */
export type RowGesture = 'click' | 'double-click' | 'enter';

interface RowGesturesOptions {
	readonly now: () => number;
	/** Whether VS Code opens rows only by double clicks. */
	readonly opensByDoubleClick: () => boolean;
}

/** The longest time from Enter to the command of the row, and between the two clicks of a double click. */
const longestMs = 600;

/** Tells how the user opened a row. VS Code runs the row's command alike for a click, for a second click and for Enter. */
export class RowGestures {
	readonly #options: RowGesturesOptions;
	#enteredAt = Number.NEGATIVE_INFINITY;
	#lastClick = { row: '', at: Number.NEGATIVE_INFINITY };

	constructor(options: RowGesturesOptions) {
		this.#options = options;
	}

	/** The user has pressed Enter on a row, whose command is about to run. */
	didPressEnter(): void {
		this.#enteredAt = this.#options.now();
	}

	/** Call once for each run of a row's command. `row` identifies the row. */
	of(row: string): RowGesture {
		const { now, opensByDoubleClick } = this.#options;
		const at = now();
		const isEnter = at - this.#enteredAt <= longestMs;
		this.#enteredAt = Number.NEGATIVE_INFINITY;
		if (isEnter) return 'enter';
		const { row: lastRow, at: lastAt } = this.#lastClick;
		const isSecond = row === lastRow && at - lastAt <= longestMs;
		// A third click is a first one again.
		this.#lastClick = { row: isSecond ? '' : row, at };
		return isSecond || opensByDoubleClick() ? 'double-click' : 'click';
	}
}
