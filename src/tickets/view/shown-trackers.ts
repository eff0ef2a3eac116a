import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { Retrier } from '../../base/retrier.ts';
import { isTransient } from '../../forge/errors.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import type { Row } from '../../platform/view/row.ts';
import type { TicketAccount } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import type { Trackers } from '../state/trackers.ts';

interface ShownTrackersOptions {
	readonly accounts: () => readonly TicketAccount[];
	/** Called when the row of a tracker or a row below it changes. */
	readonly changed: (row: Row) => void;
	/** Called when a request has ended, successfully or not. */
	readonly didRefresh: () => void;
	readonly isVisible: () => boolean;
	readonly now: () => number;
}

/** Changes within this time are shown together: pages arrive faster than the user can read. */
const coalesceMs = 120;
/** If the user looks again after this time, the trackers are refreshed. */
const staleMs = 60_000;
/** The shortest time between two retries because the forge has answered. */
const retryPauseMs = 15_000;

interface ShownTracker {
	readonly trackerCache: TrackerCache;
	readonly account: TicketAccount;
	readonly lifetime: Lifetime;
	/** Reports a change of the row soon. */
	readonly notify: () => void;
	/** When the tracker was last refreshed completely; undefined until the user first looks at the rows below it. */
	refreshedAt: number | undefined;
	/** The row on the screen. */
	row?: Row;
}

export const trackerRowId = ({ account, owner, tracker }: TrackerKey): string =>
	`${account}/${owner}/${tracker}`;

/** The trackers in the view. Reports their changes, and asks the forge for them while the user looks. */
export class ShownTrackers implements Disposable {
	readonly #options: ShownTrackersOptions;
	readonly #lifetime = new Lifetime();
	readonly #shown = new Map<string, ShownTracker>();
	readonly #retrier: Retrier;
	#retriedAt = Number.NEGATIVE_INFINITY;

	constructor(options: ShownTrackersOptions) {
		this.#options = options;
		const { isVisible } = options;
		this.#retrier = this.#lifetime.add(new Retrier({ isVisible, retry: () => this.#retryFailed() }));
	}

	all(): Iterable<Pick<ShownTracker, 'trackerCache' | 'account'>> {
		return this.#shown.values();
	}

	/** Something shown of a ticket of this tracker has changed. */
	didChange(key: TrackerKey): void {
		this.#shown.get(trackerRowId(key))?.notify();
	}

	trackerCache(account: TicketAccount, key: TrackerKey): TrackerCache {
		const id = trackerRowId(key);
		const known = this.#shown.get(id);
		if (known?.account === account) return known.trackerCache;
		known?.lifetime.dispose();
		const lifetime = this.#lifetime.child();
		const trackerCache = account.trackers.tracker(key.owner, key.tracker, lifetime);
		const report = () => shown.row && this.#options.changed(shown.row);
		const notify = coalesce(lifetime, coalesceMs, report, undefined, { soon: true });
		const shown: ShownTracker = { trackerCache, account, lifetime, notify, refreshedAt: undefined };
		this.#shown.set(id, shown);
		lifetime.add(trackerCache.onDidChange(notify));
		return trackerCache;
	}

	/** Records the row on the screen. Only a tracker with such a row reports changes. */
	recordRow(row: Row): void {
		const shown = this.#shown.get(row.id);
		if (shown) shown.row = row;
	}

	/** The user looks at the rows below a tracker. */
	didOpen(key: TrackerKey): void {
		const shown = this.#shown.get(trackerRowId(key));
		if (shown && this.#isOld(shown.refreshedAt)) this.#refresh(shown);
		this.updateRetry();
	}

	/** Forgets trackers of the account without a row: they were unpinned, deleted or renamed. */
	keepOnly(account: TicketAccount, rows: readonly Row[]): void {
		const ids = new Set(rows.map(({ id }) => id));
		this.#forget((shown, id) => shown.account === account && !ids.has(id));
		this.updateRetry();
	}

	/** Forgets the trackers of all other accounts. */
	keepOnlyOf(accounts: ReadonlySet<TicketAccount>): void {
		this.#forget(({ account }) => !accounts.has(account));
	}

	/** Asks for the newest of everything. Asks for all pages only if they are shown and due, because a large tracker has many. */
	refresh(): void {
		for (const { trackers } of this.#options.accounts()) this.#refreshList(trackers);
		for (const shown of this.#shown.values()) {
			if (!shown.row) continue;
			if (shown.refreshedAt !== undefined) this.#refresh(shown);
			else this.#updateRetryAfter(shown.trackerCache.refresh({ newestOnly: true }));
		}
	}

	/** The view is visible again: asks for data that is old or could not be reached. */
	refreshStale(): void {
		this.#retrier.retryNow();
		for (const { trackers } of this.#options.accounts()) {
			if (this.#isOld(trackers.own.asOf)) this.#refreshList(trackers);
		}
		for (const shown of this.#shown.values()) {
			if (shown.row && shown.refreshedAt !== undefined && this.#isOld(shown.refreshedAt))
				this.#refresh(shown);
		}
	}

	/** The forge has answered: requests what could not be reached, unless that was just done. */
	retrySoon(): void {
		const now = this.#options.now();
		if (now - this.#retriedAt < retryPauseMs) return;
		this.#retriedAt = now;
		this.#retrier.retryNow();
	}

	/** Schedules another attempt if the last request could not reach the forge, and cancels it otherwise. */
	updateRetry(): void {
		const errors = [
			...this.#options.accounts().map(({ trackers }) => trackers.own.lastError),
			...[...this.#shown.values()].map(({ trackerCache, row }) => row && trackerCache.lastError),
		];
		if (errors.some((one) => one !== undefined && isTransient(one))) this.#retrier.schedule();
		else this.#retrier.reset();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#retryFailed(): void {
		for (const { trackers } of this.#options.accounts())
			if (trackers.own.lastError) this.#refreshList(trackers);
		for (const { trackerCache, row } of this.#shown.values()) {
			if (row && trackerCache.lastError) this.#updateRetryAfter(trackerCache.refresh());
		}
	}

	#isOld(since: number | undefined): boolean {
		return this.#options.now() - (since ?? Number.NEGATIVE_INFINITY) > staleMs;
	}

	#refresh(shown: ShownTracker): void {
		shown.refreshedAt = this.#options.now();
		this.#updateRetryAfter(shown.trackerCache.refresh());
	}

	#refreshList({ own }: Trackers): void {
		this.#updateRetryAfter(own.refresh());
	}

	/** A second failure changes no row, so nothing else would trigger a third attempt. */
	#updateRetryAfter(refreshed: Promise<void>): void {
		background(
			refreshed.then(() => {
				this.updateRetry();
				this.#options.didRefresh();
			}),
		);
	}

	#forget(isGone: (shown: ShownTracker, id: string) => boolean): void {
		for (const [id, shown] of this.#shown) {
			if (!isGone(shown, id)) continue;
			shown.lifetime.dispose();
			this.#shown.delete(id);
		}
	}
}
