import type * as vscode from 'vscode';
import type { ListPosition } from './snapshot-parts.ts';

/** Where to go in a list: to the next or previous item, or to what is new after this one, which the user is done with. */
export type ListStep = 1 | -1 | 'done';

/** A view whose rows lead to pages and editors of several kinds. They are opened in the shared tab. */
export interface MixedList {
	/** Whether the user goes through the list from this row, or has come to it. */
	has(row: string): boolean;
	position(row: string): ListPosition;
	/** The page of a row is in front. */
	didShow(row: string): void;
	/** Opens another row, or moves the focus to the view if the user is done with the last one. Returns whether the focus has moved. */
	go(step: ListStep, from: string): Promise<boolean>;
	/** Moves the focus to the row in the view. */
	focus(row: string): PromiseLike<unknown>;
}

/** What was opened for a row. */
interface OpenedForRow {
	/** What replaces its own pages. */
	readonly owner: unknown;
	/** Undefined once it is closed. */
	readonly column: () => vscode.ViewColumn | undefined;
	/** Does nothing if the user has kept it. */
	readonly close: () => unknown;
}

/**
 * The tab in which the rows of a mixed list are opened, one after the other. A panel of VS Code shows only one kind of page, so a page or editor
 * of another kind closes the one before. Reasons: docs/decisions/one-panel-for-a-list.md.
 */
export class SharedTab {
	/** Undefined until the user has opened a row of it. */
	list: MixedList | undefined;
	#opened: OpenedForRow | undefined;

	/** The column in which the next row is opened. */
	get column(): vscode.ViewColumn | undefined {
		return this.#opened?.column();
	}

	/** Call when a row was opened: first opening the next one and then closing the one before shows no other tab in between. */
	didOpen(opened: OpenedForRow): void {
		const before = this.#opened;
		this.#opened = opened;
		if (before && before.owner !== opened.owner) before.close();
	}
}
