import * as vscode from 'vscode';
import { isAbort } from '../../../base/abort.ts';
import { background } from '../../../base/background.ts';
import { coalesce } from '../../../base/coalesce.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import { visible } from '../../../base/text/invisible-characters.ts';
import { ForgeError, needsSignIn } from '../../../forge/contract/errors.ts';
import { grantLabel } from '../messages.ts';
import { BoxFrame } from './box-frame.ts';
import { keepItemOrder } from './keep-item-order.ts';
import { plainRow } from './plain-row.ts';

/** A row of a box. One that does nothing only informs. */
export interface BoxRow<Answer> extends vscode.QuickPickItem {
	/**
	 * The row stays active while the rows change, as long as there is one with its id, unless the user types. Without an id, it gives way
	 * to the first row.
	 */
	readonly id?: string;
	/** What Enter does: it answers, or the box stays. */
	readonly enter?: () => Answer | undefined;
	/** Like `enter`, for what takes time. It ends when the user types. If it fails, they can try again. */
	readonly act?: (signal: AbortSignal) => Promise<Answer | undefined>;
	/** What the button of the row does. */
	readonly press?: () => void;
}

export const separator = (label: string): BoxRow<never> => ({
	label,
	kind: vscode.QuickPickItemKind.Separator,
});

/** A button of a box. */
interface BoxButton<Answer> extends vscode.QuickInputButton {
	readonly press: () => Answer | undefined;
}

/** How a box finds what is not in memory. */
interface Search {
	/** What to look for. While that is the same, a search goes on, whatever the user types. Undefined if there is nothing to look for. */
	readonly queryOf: (text: string) => string | undefined;
	readonly run: (query: string, signal: AbortSignal) => Promise<void>;
	/** The pause in typing after which a search begins. */
	readonly pauseMs?: number;
}

/**
 * The rows for a text. Undefined if they are not known yet: the rows before stay, and Enter does not choose one of them, but searches at once and
 * then chooses the row if it is the only one.
 */
type RowsFor<Answer> = (text: string) => readonly BoxRow<Answer>[] | undefined;

export interface SearchBoxOptions<Answer> {
	/** A function is called again whenever the box is drawn. */
	readonly title: string | (() => string);
	readonly placeholder?: string | (() => string);
	/** What the box contains at first. */
	readonly text?: string;
	/** Whether the box stays while the user does something elsewhere. */
	readonly ignoresFocusOut?: boolean;
	/** The id of the row that is active at first. */
	readonly active?: string;
	readonly buttons?: readonly BoxButton<Answer>[];
	/** The rows, if they never change; otherwise a function that returns those for the text in the box. */
	readonly rows: readonly BoxRow<Answer>[] | RowsFor<Answer>;
	/** Reads what is needed whatever the user types, while the box is open. */
	readonly read?: (signal: AbortSignal) => Promise<void>;
	readonly search?: Search;
	/** Whether the box is busy for another reason than `read` and `search`. */
	readonly isBusy?: () => boolean;
}

/** Work that is running or has failed. */
interface Work {
	readonly id: string;
	readonly again: () => undefined;
	failure?: ForgeError;
}

/** Changes within this time are shown together. */
const redrawMs = 100;
const defaultPauseMs = 200;

/**
 * A box in which the user searches while they type, and chooses a row.
 * - It is shown at once, so that it gets what the user types. While something is read, it is busy.
 * - When the user types, the first row is active, and the search for something else ends. When more rows arrive, the active one stays.
 * - Enter chooses the row that the user sees or, after fast typing, the first row for what they have typed.
 * - What has failed is a row that says why, and offers to try again or to sign in. It is above rows that only inform. That of a search goes when
 *   the user types something else. A bug closes the box.
 * - What was found is not lost by a failure, nor by what the user types while the answer to that is not known.
 */
export class SearchBox<Answer> extends BoxFrame<Answer> {
	/** Whether VS Code keeps the order of the rows (docs/decisions/queries.md). Rows that never change are sorted by how well they match. */
	readonly keepsOrder: boolean;
	/** Draws soon, together with other changes within `redrawMs`. */
	readonly drawSoon: () => void;
	readonly #options: SearchBoxOptions<Answer>;
	readonly #rowsFor: RowsFor<Answer>;
	readonly #input: vscode.QuickPick<BoxRow<Answer>>;
	readonly #works = new Set<Work>();
	#workCount = 0;
	/** Ends when the user types. */
	#typed = this.lifetime.child();
	/** Ends when something else is searched. */
	#searching = this.lifetime.child();
	/** What was searched for last. The same is not searched for again. */
	#query: string | undefined;
	/** Begins the search that waits for a pause. */
	#searchNow: (() => void) | undefined;
	/** The search that is under way. */
	#search: { readonly signal: AbortSignal; isOutdated: boolean } | undefined;
	/** The newest rows. They look the same as the items of the input, which may be older objects. */
	#rows: readonly BoxRow<Answer>[] = [];
	#shown = '';
	#text = '';
	/** The text that the rows are for. */
	#answeredText: string | undefined;
	/** Whether the rows last changed because the user typed. Otherwise, the row that they are choosing may have disappeared. */
	#areRowsNew = true;
	/** The text for which the user has pressed Enter before its rows were known. */
	#enteredText: string | undefined;
	/** The signal of the `act` that is running. */
	#acting: AbortSignal | undefined;
	/** The text that each item was shown for. */
	readonly #textOf = new WeakMap<BoxRow<Answer>, string>();

	constructor(options: SearchBoxOptions<Answer>) {
		const input = vscode.window.createQuickPick<BoxRow<Answer>>();
		super(input);
		const { title, placeholder, text = '', buttons, rows } = options;
		this.#input = input;
		this.#options = options;
		this.#rowsFor = typeof rows === 'function' ? rows : () => rows;
		const { lifetime } = this;
		this.keepsOrder = typeof rows === 'function' && keepItemOrder(input);
		this.drawSoon = coalesce(lifetime, redrawMs, () => this.draw(), { soon: true });
		if (typeof title === 'string') input.title = visible(title);
		if (typeof placeholder === 'string') input.placeholder = visible(placeholder);
		input.value = text;
		input.ignoreFocusOut = options.ignoresFocusOut ?? false;
		// VS Code highlights what matches. It does not filter rows that are always shown.
		input.matchOnDescription = true;
		input.matchOnDetail = true;
		lifetime.add(input.onDidAccept(() => this.#accept()));
		if (typeof rows === 'function') {
			lifetime.add(input.onDidChangeValue(() => this.#didType()));
			lifetime.add(input.onDidTriggerItemButton(({ item }) => this.#rowOf(item)?.press?.()));
		}
		if (!buttons) return;
		input.buttons = buttons;
		lifetime.add(
			input.onDidTriggerButton((pressed) => {
				const answer = buttons.find((button) => button === pressed)?.press();
				if (answer !== undefined) this.answer(answer);
			}),
		);
	}

	protected override begin(): void {
		this.#text = this.text;
		this.draw();
		if (this.#options.read) background(this.run(this.#options.read));
		this.#scheduleSearch(0);
	}

	get text(): string {
		return this.#input.value;
	}

	/** Types for the user. */
	set text(text: string) {
		this.#input.value = text;
		this.#didType();
	}

	/** The id of the row that Enter chooses. */
	get active(): string | undefined {
		return this.#input.activeItems[0]?.id;
	}

	/** Whether something is read, or will be after a pause. */
	get isBusy(): boolean {
		const isWorking = this.#searchNow !== undefined || [...this.#works].some(({ failure }) => !failure);
		return isWorking || (this.#options.isBusy?.() ?? false);
	}

	/** Whether it searches, or will after a pause. */
	get isSearching(): boolean {
		return this.#searchNow !== undefined || this.#search?.signal.aborted === false;
	}

	/** Whether something has failed, which a row says. */
	get hasFailed(): boolean {
		return [...this.#works].some(({ failure }) => failure);
	}

	/** Tries again what has failed. */
	tryAgain(): undefined {
		for (const { failure, again } of [...this.#works]) if (failure) again();
	}

	/** Does something while the box is open. */
	run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
		return this.#run(this.lifetime, work);
	}

	/** Searches again, after the search that is under way. What was found stays until `rows` returns others. */
	searchAgain(): void {
		if (this.lifetime.ended) return;
		if (this.#search?.signal.aborted === false) {
			this.#search.isOutdated = true;
			return;
		}
		this.#query = undefined;
		this.#scheduleSearch(0);
	}

	/** Ends the search. It can go on with `searchAgain`. */
	stopSearch(): undefined {
		this.#searchNow = undefined;
		this.#searching.dispose();
		this.draw();
	}

	/** Shows what has changed. */
	draw(): void {
		if (this.lifetime.ended) return;
		const input = this.#input;
		input.busy = this.isBusy;
		const { title, placeholder } = this.#options;
		if (typeof title === 'function') input.title = visible(title());
		if (typeof placeholder === 'function') input.placeholder = visible(placeholder());
		const failures = this.#failureRows();
		const rows = this.#rowsFor(input.value) ?? (failures.length > 0 ? [] : undefined);
		if (!rows) return;
		const isSameText = this.#answeredText === input.value;
		this.#answeredText = input.value;
		this.#rows = rows.some(({ enter, act }) => enter ?? act)
			? [...rows, ...failures]
			: [...failures, ...rows];
		const isEntered = this.#enteredText === input.value && !this.isBusy;
		if (!this.isBusy) this.#enteredText = undefined;
		if (isEntered && rows.length === 1 && failures.length === 0) {
			this.#choose(rows[0]);
			if (this.lifetime.ended) return;
		}
		const shown = JSON.stringify(this.#rows);
		// VS Code reports a chosen row by its position. Replacing equal rows during a click would lose the click or choose another row.
		if (shown === this.#shown) return;
		const isFirst = this.#shown === '';
		this.#areRowsNew = !isSameText;
		const activeBefore = isSameText ? this.active : undefined;
		const activeId = isFirst ? this.#options.active : activeBefore;
		// Without this, VS Code scrolls to the top.
		if (!isFirst) input.keepScrollPosition = isSameText;
		this.#shown = shown;
		input.items = this.#rows;
		for (const row of this.#rows) this.#textOf.set(row, input.value);
		const active = this.#rows.find(({ id }) => id !== undefined && id === activeId);
		// Without this, VS Code makes the first row active.
		if (active) input.activeItems = [active];
	}

	#didType(): void {
		// VS Code also reports what the extension has typed.
		if (this.#text === this.text) return;
		this.#text = this.text;
		this.#enteredText = undefined;
		this.#typed.dispose();
		this.#typed = this.lifetime.child();
		this.#scheduleSearch();
		this.draw();
	}

	/** Searches for the typed text after a pause, unless that search waits or runs already. */
	#scheduleSearch(pauseMs = this.#options.search?.pauseMs ?? defaultPauseMs): void {
		const { search } = this.#options;
		const query = search?.queryOf(this.#input.value);
		if (query === this.#query) return;
		this.#query = query;
		this.#searchNow = undefined;
		this.#searching.dispose();
		const lifetime = this.lifetime.child();
		this.#searching = lifetime;
		if (!search || query === undefined) return;
		const begin = () => {
			pause.dispose();
			this.#searchNow = undefined;
			background(this.#run(lifetime, (signal) => this.#searchFor(query, search, signal)));
		};
		const pause = lifetime.timeout(begin, pauseMs);
		this.#searchNow = begin;
		if (pauseMs === 0) begin();
	}

	async #searchFor(query: string, { run }: Search, signal: AbortSignal): Promise<void> {
		const current = { signal, isOutdated: false };
		this.#search = current;
		try {
			do {
				current.isOutdated = false;
				await run(query, signal);
				this.draw();
			} while (current.isOutdated && !signal.aborted);
		} finally {
			if (this.#search === current) this.#search = undefined;
		}
	}

	async #run(lifetime: Lifetime, action: (signal: AbortSignal) => Promise<void>): Promise<void> {
		const again = () => {
			// While no rows are known for the typed text, the row of a failure that is gone may still be shown.
			if (!this.#works.has(work)) return undefined;
			end.dispose();
			return background(this.#run(lifetime, action));
		};
		this.#workCount += 1;
		const work: Work = { id: `failure ${this.#workCount}`, again };
		const end = lifetime.add({ dispose: () => this.#works.delete(work) });
		this.#works.add(work);
		this.#input.busy = true;
		this.drawSoon();
		// Work that a failed attempt has begun ends with the attempt. Otherwise, the next attempt would wait for it.
		const attempt = lifetime.child();
		try {
			await action(attempt.signal);
			end.dispose();
		} catch (error) {
			if (error instanceof ForgeError) work.failure = error;
			else end.dispose();
			const isBug = !(error instanceof ForgeError || isAbort(error));
			// A bug after the box was closed is only logged.
			if (isBug && lifetime.ended) throw error;
			if (isBug) this.fail(error);
		} finally {
			attempt.dispose();
		}
		this.draw();
	}

	#failureRows(): readonly BoxRow<Answer>[] {
		return [...this.#works].flatMap((work) => (work.failure ? this.#failureRow(work, work.failure) : []));
	}

	/** Says what went wrong, and offers what helps. */
	#failureRow({ id, again }: Work, error: ForgeError): BoxRow<Answer> {
		const { instance, scopes, message } = error;
		if (!needsSignIn(error)) return { ...this.plainRow('refresh', 'Try Again', message), id, enter: again };
		const enter = () => {
			background(vscode.commands.executeCommand('tildeforge.grant', { instance, scopes }));
			this.answer(undefined);
			return undefined;
		};
		return { ...this.plainRow('key', grantLabel(error), message), id, enter };
	}

	/** A row that VS Code does not filter. If it does not keep the order of the rows, the label is empty, because VS Code sorts by it. */
	plainRow(icon: string, text: string, about = ''): ReturnType<typeof plainRow> {
		return plainRow(this.keepsOrder, icon, text, about);
	}

	/** The newest row that an item shows. */
	#rowOf(item: BoxRow<Answer>): BoxRow<Answer> | undefined {
		const position = this.#input.items.indexOf(item);
		return position < 0
			? this.#rows.find(({ id }) => id !== undefined && id === item.id)
			: this.#rows[position];
	}

	/** The row that the user means: the selected one or, if that was for another text, the first row for what they have typed. */
	#selectedRow(): BoxRow<Answer> | undefined {
		const [selected] = this.#input.selectedItems;
		// The row that the user has chosen has just disappeared.
		if (!selected && !this.#areRowsNew) return undefined;
		const isCurrent =
			selected && (this.#input.items.includes(selected) || this.#textOf.get(selected) === this.text);
		if (isCurrent) return this.#rowOf(selected);
		const first = this.#rows.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
		// VS Code may have filtered others.
		return first?.alwaysShow ? first : undefined;
	}

	#accept(): void {
		if (this.#acting?.aborted === false) return;
		if (this.#answeredText === this.text || typeof this.#options.rows !== 'function') {
			this.#choose(this.#selectedRow());
			return;
		}
		const [selected] = this.#input.selectedItems;
		// The user may have chosen another one of the rows before.
		if (!selected || selected === this.#input.items[0]) this.#enteredText = this.text;
		this.#searchNow?.();
	}

	#choose({ enter, act }: Partial<BoxRow<Answer>> = {}): void {
		if (act) background(this.#run(this.#typed, (signal) => this.#act(act, signal)));
		else if (enter) {
			const answer = enter();
			if (answer === undefined) this.draw();
			else this.answer(answer);
		} else this.#searchNow?.();
	}

	async #act(act: NonNullable<BoxRow<Answer>['act']>, signal: AbortSignal): Promise<void> {
		this.#acting = signal;
		// An input that is disabled loses the focus.
		if (this.#options.ignoresFocusOut) this.#input.enabled = false;
		try {
			const answer = await act(signal);
			if (answer !== undefined && !signal.aborted) this.answer(answer);
		} finally {
			// The user may have begun something else by typing.
			if (this.#acting === signal) {
				this.#acting = undefined;
				if (!this.lifetime.ended) this.#input.enabled = true;
			}
		}
	}
}
