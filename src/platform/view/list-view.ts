import type { Disposable } from '../../base/disposable.ts';
import { Retrier } from '../../base/retrier.ts';
import { ForgeError, isTransient } from '../../forge/errors.ts';
import type { Account, Area } from '../../signin/connection.ts';
import type { ProjectItems } from '../model/project-items.ts';
import { type AreaView, areaRows } from './account-rows.ts';
import { connectionMessage, isConnectionFailure } from './connection-message.ts';
import { isSameFailure } from './failure-rows.ts';
import type { PlacedItem } from './item-account.ts';
import type { Row } from './row.ts';
import { ShownProject } from './shown-project.ts';
import type { View } from './view.ts';

/** A view of lists, each with an item of a project as its row. */
export interface ItemsView extends AreaView {
	/** The id of the row of an item, the same below its account and below *This Project*. */
	readonly idOf: (item: PlacedItem) => string;
	readonly rowOf: (item: PlacedItem) => Promise<Row>;
}

export interface ListViewOptions {
	readonly project?: ProjectItems;
	/** Draws the view again, which requests its rows. */
	readonly redraw: () => void;
	readonly isVisible: () => boolean;
	readonly now?: () => number;
}

/** The shortest time between two retries because the forge has answered. */
const retryPauseMs = 15_000;

/** A view whose rows are requested from the forge each time that it is drawn. Requests that failed are retried while it is visible. */
export class ListView implements View, Disposable {
	readonly id: string;
	readonly items: ItemsView;
	readonly #view: ItemsView;
	readonly #project: ShownProject;
	/** The accounts whose forge could not be reached, by session. */
	readonly #unreached = new Map<string, ForgeError>();
	/** Why the rows of an account could not be read, by session. */
	readonly #failures = new Map<string, unknown>();
	readonly #retrier: Retrier;
	readonly #now: () => number;
	#retriedAt = Number.NEGATIVE_INFINITY;

	constructor(id: string, view: ItemsView, { project, redraw, isVisible, now = Date.now }: ListViewOptions) {
		this.id = id;
		this.items = view;
		this.#project = new ShownProject(project, view, { read: view.rowOf, changed: redraw });
		this.#now = now;
		this.#retrier = new Retrier({ isVisible, retry: redraw });
		this.#view = {
			...view,
			rows: async (account) => {
				const rows = await view.rows(account);
				this.#unreached.delete(account.session.id);
				this.#failures.delete(account.session.id);
				this.#updateRetry();
				const inProject = new Set(this.#project.placed(account.session.id).map(view.idOf));
				return rows.filter((row) => !inProject.has(row.id));
			},
			showFailure: ({ session }, error) => {
				this.#failures.set(session.id, error);
				const isShown = error instanceof ForgeError && isTransient(error);
				if (isShown) this.#unreached.set(session.id, error);
				else this.#unreached.delete(session.id);
				this.#updateRetry();
				return isShown;
			},
		};
	}

	get message(): string | undefined {
		const unreached = [...this.#unreached.values()].map((error) => ({ error, asOf: undefined }));
		return connectionMessage(unreached, 0);
	}

	async roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> {
		const present = new Set(accounts.map(({ session }) => session.id));
		for (const id of this.#unreached.keys()) if (!present.has(id)) this.#unreached.delete(id);
		this.#updateRetry();
		await this.#project.place(accounts);
		const project = this.#project.row(this.#view.rowOf, ({ account }, error) =>
			isSameFailure(error, this.#failures.get(account.session.id)),
		);
		const rows = await areaRows(this.#view, accounts, problems);
		return project ? [project, ...rows] : rows;
	}

	didAnswer({ session }: Account, area: Area): boolean {
		const error = this.#unreached.get(session.id);
		if (!error || area !== this.#view.area || !isConnectionFailure(error)) return false;
		const now = this.#now();
		if (now - this.#retriedAt < retryPauseMs) return false;
		this.#retriedAt = now;
		return this.#unreached.delete(session.id);
	}

	didBecomeVisible(): void {
		this.#retrier.retryNow();
	}

	dispose(): void {
		this.#retrier.dispose();
	}

	#updateRetry(): void {
		if (this.#unreached.size > 0) this.#retrier.schedule();
		else this.#retrier.reset();
	}
}
