import { background } from '../../base/background.ts';
import { isRecent, steadyTime, timeOfDay } from '../../base/clock.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { Retrier } from '../../base/retrier.ts';
import { type ForgeError, isTransient } from '../../forge/contract/errors.ts';
import type { Row } from '../view/row.ts';

/** A list of items that the forge has for an account, such as those it owns. */
export interface RefreshableList {
	readonly value: unknown;
	readonly asOf: number | undefined;
	readonly lastError: ForgeError | undefined;
	refresh(): Promise<void>;
}

export interface ItemRefresh {
	readonly newestOnly?: boolean;
	/** The user ran *Refresh*. */
	readonly isManual?: boolean;
}

/** The cached data of an item. */
export interface ItemCache {
	readonly lastError: ForgeError | undefined;
	onDidChange(listener: () => void): Disposable;
	refresh(which?: ItemRefresh): Promise<void>;
}

/** Changes within this time are shown together: pages arrive faster than the user can read. */
const coalesceMs = 120;
/** If the user looks again after this time, the items are refreshed. */
const staleMs = 60_000;
/** The shortest time between two retries because the forge has answered. */
const retryPauseMs = 15_000;

interface ShownItem<Account, Cache> {
	readonly cache: Cache;
	readonly account: Account;
	readonly lifetime: Lifetime;
	/** Reports a change of the row, together with others that follow soon. */
	readonly reportSoon: () => void;
	/** When the last refresh of more than the row began or ended; undefined until the user first looks at the rows below it. */
	refreshedAt: number | undefined;
	/** The row on the screen. */
	row?: Row;
}

/** The items of accounts in a view, by the ids of their rows. Reports their changes, and asks the forge for them while the user looks. */
export class ViewItems<Account, Cache extends ItemCache> implements Disposable {
	readonly #lists: () => readonly RefreshableList[];
	readonly #changed: (change: Row | 'head') => unknown;
	readonly #lifetime = new Lifetime();
	readonly #shown = new Map<string, ShownItem<Account, Cache>>();
	readonly #retrier: Retrier;
	#retriedAt = Number.NEGATIVE_INFINITY;

	/**
	 * `lists`: those of all accounts. `changed` is called with the row of an item when that row or one below it changes, and may return a
	 * promise that settles when they are drawn; with 'head' when a request has ended, successfully or not.
	 */
	constructor(
		lists: () => readonly RefreshableList[],
		changed: (change: Row | 'head') => unknown,
		isVisible: () => boolean,
	) {
		this.#lists = lists;
		this.#changed = changed;
		this.#retrier = this.#lifetime.add(new Retrier(isVisible, () => this.#retryFailed()));
	}

	all(): Iterable<{ readonly account: Account; readonly cache: Cache }> {
		return this.#shown.values();
	}

	/** The cache of an item, if its row was requested. */
	cacheOf(id: string): Cache | undefined {
		return this.#shown.get(id)?.cache;
	}

	/** What is shown of an item has changed, although its cache has not. */
	didChange(id: string): void {
		this.#shown.get(id)?.reportSoon();
	}

	/** The cache of an item, which `open` opens until the item is forgotten. */
	cache(account: Account, id: string, open: (lifetime: Lifetime) => Cache): Cache {
		const known = this.#shown.get(id);
		if (known && known.account === account) return known.cache;
		known?.lifetime.dispose();
		const lifetime = this.#lifetime.child();
		const cache = open(lifetime);
		const report = () => shown.row && this.#changed(shown.row);
		const reportSoon = coalesce(lifetime, coalesceMs, report, { soon: true, rests: true });
		const shown: ShownItem<Account, Cache> = {
			cache,
			account,
			lifetime,
			reportSoon,
			refreshedAt: undefined,
		};
		this.#shown.set(id, shown);
		lifetime.add(cache.onDidChange(reportSoon));
		return cache;
	}

	/** Records the row on the screen. Only an item with such a row reports changes. */
	recordRow(row: Row): void {
		const shown = this.#shown.get(row.id);
		if (shown) shown.row = row;
	}

	/** Begins to read what the row of an item shows. */
	readRow(id: string): void {
		const shown = this.#shown.get(id);
		if (shown) this.#readRow(shown);
	}

	/** The user looks at the rows below an item. */
	didOpen(id: string): void {
		const shown = this.#shown.get(id);
		if (shown && this.#isStale(shown.refreshedAt)) this.#refresh(shown);
		this.updateRetry();
	}

	/** Forgets the account's other items: they were unpinned, deleted or renamed. */
	keepOnly(account: Account, rowIds: readonly string[]): void {
		const ids = new Set(rowIds);
		this.#forget((shown, id) => shown.account === account && !ids.has(id));
	}

	/** Forgets the items of all other accounts. */
	keepOnlyOf(accounts: ReadonlySet<Account>): void {
		this.#forget(({ account }) => !accounts.has(account));
	}

	/** Reads the newest data of all lists and items. Reads all pages of an item only if they are shown and due: a large item has many. */
	refresh(): void {
		for (const list of this.#lists()) this.#refreshList(list);
		for (const shown of this.#shown.values()) if (shown.row) this.#readShown(shown, { isManual: true });
	}

	/** The view is visible again: asks for data that is old or could not be reached. */
	refreshStale(): void {
		this.#retrier.retryNow();
		for (const list of this.#lists()) {
			if (this.#isStale(list.asOf)) this.#refreshList(list);
		}
		for (const shown of this.#shown.values()) {
			if (shown.row && shown.refreshedAt !== undefined && this.#isStale(shown.refreshedAt))
				this.#refresh(shown);
		}
	}

	/** The forge has answered: requests again what could not be reached, unless that was done a short time ago. */
	retrySoon(): void {
		const now = steadyTime();
		if (now - this.#retriedAt < retryPauseMs) return;
		this.#retriedAt = now;
		this.#retrier.retryNow();
	}

	/** Schedules another attempt if the last read of a list or an item could not reach the forge, and cancels it otherwise. */
	updateRetry(): void {
		const errors = [
			...this.#lists().map(({ lastError }) => lastError),
			...[...this.#shown.values()].map(({ cache, row }) => row && cache.lastError),
		];
		if (errors.some((error) => error !== undefined && isTransient(error))) this.#retrier.schedule();
		else this.#retrier.reset();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#retryFailed(): void {
		for (const list of this.#lists()) if (list.lastError) this.#refreshList(list);
		for (const shown of this.#shown.values()) if (shown.row && shown.cache.lastError) this.#readShown(shown);
	}

	#isStale(refreshedAt: number | undefined): boolean {
		return !isRecent(refreshedAt, staleMs);
	}

	/** Reads what is shown of an item: only its row until the user has looked at those below. */
	#readShown(shown: ShownItem<Account, Cache>, which?: ItemRefresh): void {
		if (shown.refreshedAt === undefined) this.#readRow(shown);
		else this.#refresh(shown, which);
	}

	#refresh(shown: ShownItem<Account, Cache>, which?: ItemRefresh): void {
		const stamp = () => {
			shown.refreshedAt = timeOfDay();
		};
		stamp();
		// Rows are drawn again after a refresh that has failed late. They must not begin another one.
		this.#updateRetryAfter(shown.cache.refresh(which).then(stamp));
	}

	#readRow({ cache }: ShownItem<Account, Cache>): void {
		this.#updateRetryAfter(cache.refresh({ newestOnly: true }));
	}

	#refreshList(list: RefreshableList): void {
		this.#updateRetryAfter(list.refresh());
	}

	/** A second failure changes no row, so nothing else would trigger a third attempt. */
	#updateRetryAfter(refreshed: Promise<void>): void {
		background(
			refreshed.then(() => {
				this.updateRetry();
				this.#changed('head');
			}),
		);
	}

	#forget(isGone: (shown: ShownItem<Account, Cache>, id: string) => boolean): void {
		for (const [id, shown] of this.#shown) {
			if (!isGone(shown, id)) continue;
			shown.lifetime.dispose();
			this.#shown.delete(id);
		}
	}
}
