/** The keys that open the row that has the focus. */
const keys = ['enter', 'space'] as const;
type OpeningKey = (typeof keys)[number];

export const isOpeningKey = (key: unknown): key is OpeningKey => keys.some((one) => one === key);

/** How the user opened a row. */
export type RowActivation = 'click' | 'double-click' | OpeningKey;

interface RowActivationsOptions {
	readonly now: () => number;
	/** Whether VS Code opens rows only by double clicks. */
	readonly opensByDoubleClick: () => boolean;
}

/** The longest time from a key to the command of the row, and between the two clicks of a double click. */
const longestMs = 600;

/** Tells how the user opened a row. VS Code runs the row's command alike for a click, for a second click and for a key. */
export class RowActivations {
	readonly #options: RowActivationsOptions;
	/** The keys whose rows have not run their command yet, in order. The user may press the next one before it does. */
	#pressed: readonly { readonly key: OpeningKey; readonly at: number }[] = [];
	#lastClick = { row: '', at: Number.NEGATIVE_INFINITY };

	constructor(options: RowActivationsOptions) {
		this.#options = options;
	}

	/** The user has pressed a key on a row, whose command is about to run. */
	didPress(key: OpeningKey): void {
		const at = this.#options.now();
		this.#pressed = [...this.#recentlyPressed(at), { key, at }];
	}

	/** Call once for each run of a row's command. `row` identifies the row. */
	of(row: string): RowActivation {
		const { now, opensByDoubleClick } = this.#options;
		const at = now();
		const [pressed, ...later] = this.#recentlyPressed(at);
		this.#pressed = later;
		if (pressed) return pressed.key;
		const { row: lastRow, at: lastAt } = this.#lastClick;
		const isSecond = row === lastRow && at - lastAt <= longestMs;
		// A third click is a first one again.
		this.#lastClick = { row: isSecond ? '' : row, at };
		return isSecond || opensByDoubleClick() ? 'double-click' : 'click';
	}

	/** A row without a command, or one of another view, takes no key. */
	#recentlyPressed(at: number) {
		return this.#pressed.filter((one) => at - one.at <= longestMs);
	}
}

/** How the page of a row is shown. */
export interface RowOpening {
	/** Whether the focus stays in the view. */
	readonly preserveFocus: boolean;
	/** Whether the page stays when another row of the list is opened. */
	readonly stays: boolean;
}

/** Decides how a row that the user opens is shown: a click or Space previews it, a double click or Enter also moves the focus there. */
export class RowOpener {
	readonly #gestures: RowActivations;
	/** The row that the user last opened by Enter. */
	#enteredRow = '';

	constructor(options: RowActivationsOptions) {
		this.#gestures = new RowActivations(options);
	}

	/** A key was pressed in the view. Next, its keybinding opens the row that has the focus. */
	didPress(key: unknown): void {
		if (isOpeningKey(key)) this.#gestures.didPress(key);
	}

	/** Call once for each run of a row's command. `row` identifies the row. */
	of(row: string): RowOpening {
		const gesture = this.#gestures.of(row);
		// A second click, or a second Enter on the same row, makes the page stay. Space never does.
		const stays = !isOpeningKey(gesture) || (gesture === 'enter' && row === this.#enteredRow);
		if (gesture === 'enter') this.#enteredRow = row;
		return { preserveFocus: gesture === 'click' || gesture === 'space', stays };
	}
}
