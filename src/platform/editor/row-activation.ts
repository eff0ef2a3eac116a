import * as vscode from 'vscode';
import { steadyTime } from '../../base/clock.ts';

/** The keys that open the row that has the focus. */
const keys = ['enter', 'space'] as const;
type OpeningKey = (typeof keys)[number];

export const isOpeningKey = (key: unknown): key is OpeningKey => keys.some((one) => one === key);

/** How the user opened a row. */
export type RowActivation = 'click' | 'double-click' | OpeningKey;

/** The longest time from a key to the command of the row, and between the two clicks of a double click. */
const longestMs = 600;

/** Whether VS Code opens rows only by double clicks. */
const isSetToDoubleClick = (): boolean =>
	vscode.workspace.getConfiguration().get('workbench.list.openMode') === 'doubleClick';

/** Tells how the user opened a row. VS Code runs its command alike for clicks and keys. Reasons: docs/decisions/rows.md. */
export class RowActivations {
	readonly #opensByDoubleClick: () => boolean;
	/** The keys whose rows have not run their command yet, in order. The user may press the next one before it does. */
	#pressed: readonly { readonly key: OpeningKey; readonly at: number }[] = [];
	#lastClick = { row: '', at: Number.NEGATIVE_INFINITY };

	constructor(opensByDoubleClick = isSetToDoubleClick) {
		this.#opensByDoubleClick = opensByDoubleClick;
	}

	/** The user has pressed a key on a row, whose command is about to run. */
	didPress(key: OpeningKey): void {
		const at = steadyTime();
		this.#pressed = [...this.#recentlyPressed(at), { key, at }];
	}

	/** The command of a row runs: returns how the user opened the row. `row` identifies it. */
	didRun(row: string): RowActivation {
		const at = steadyTime();
		const [pressed, ...later] = this.#recentlyPressed(at);
		this.#pressed = later;
		if (pressed) return pressed.key;
		const { row: lastRow, at: lastAt } = this.#lastClick;
		const isSecond = row === lastRow && at - lastAt <= longestMs;
		// A third click is a first one again.
		this.#lastClick = { row: isSecond ? '' : row, at };
		return isSecond || this.#opensByDoubleClick() ? 'double-click' : 'click';
	}

	/** Leaves out older keys, which were pressed on a row without a command, or in another view. */
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
	readonly #activations: RowActivations;
	/** The row that the user last opened by Enter. */
	#enteredRow = '';

	constructor(activations = new RowActivations()) {
		this.#activations = activations;
	}

	/** A key was pressed in the view. Next, its keybinding opens the row that has the focus. */
	didPress(key: unknown): void {
		if (isOpeningKey(key)) this.#activations.didPress(key);
	}

	/** The command of a row runs: returns how to show the row's page. `row` identifies the row. */
	didRun(row: string): RowOpening {
		const activation = this.#activations.didRun(row);
		// A click makes the page stay, and so does a second Enter on the same row. Space never does.
		const stays = !isOpeningKey(activation) || (activation === 'enter' && row === this.#enteredRow);
		if (activation === 'enter') this.#enteredRow = row;
		return { preserveFocus: activation === 'click' || activation === 'space', stays };
	}
}
