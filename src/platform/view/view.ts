import type { Account } from '../../signin/connection.ts';
import type { Row } from './row.ts';

/** A view of the activity bar's container. Its tree calls these. */
export interface View {
	/** The id in the manifest. */
	readonly id: string;
	/** `problems` are rows about accounts and forges, which every view shows. */
	roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> | readonly Row[];
	/** A row is displayed or recreated. */
	didShow?(row: Row): void;
	/** The view became visible again. */
	didBecomeVisible?(): void;
	/** Reads what the view shows from the forge again. Without this, the view is only redrawn. */
	refresh?(): void;
}
