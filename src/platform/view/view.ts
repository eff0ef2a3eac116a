import type { Account, Area } from '../../signin/connections/connection.ts';
import type { Row } from './row.ts';

/** What is shown around the rows of a view. */
export interface ViewHead {
	/** Shown above the rows: the state of the connection. */
	readonly message?: string | undefined;
	/** Shown beside the title. */
	readonly description?: string | undefined;
	/** The number on the view and on the container. */
	readonly badge?: { readonly value: number; readonly tooltip: string } | undefined;
	/** Values for the conditions of the view's menus, by context key. */
	readonly contextKeys?: Readonly<Record<string, string | undefined>>;
}

/** A view of the activity bar's container. Its tree calls these. */
export interface View extends ViewHead {
	/** The id in the manifest. */
	readonly id: string;
	/** `problems` are rows about accounts and forges, which every view shows. */
	roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> | readonly Row[];
	/** The id of the row that takes the place of one that is not displayed, such as the only item of the view. */
	inPlaceOf?(id: string): string | undefined;
	/** A row is displayed or recreated. */
	didShow?(row: Row): void;
	/** The view became visible again. */
	didBecomeVisible?(): void;
	/** An area of the account's forge has answered a request. */
	didAnswer?(account: Account, area: Area): void;
	/** A request could not reach an area of the account's forge. */
	didLose?(account: Account, area: Area): void;
	/** Reads what the view shows from the forge again. Without this, the view is only redrawn. */
	refresh?(): void;
}

/**
 * What has changed in a view: a row or its descendants, some rows at any level, the ages in rows, or only what is shown around the rows.
 * `order`: all items are sorted again, also for the next seconds, in which more may arrive.
 */
export type ViewChange = Row | 'some' | 'order' | 'ages' | 'head';
