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
	readonly isVisible: () => boolean;
	readonly now: () => number;
}

/** Changes within this time are shown together: pages arrive faster than the user can read. */
const coalesceMs = 120;
/** If the user looks again after this time, the forge is asked again. */
const staleMs = 60_000;

interface Shown {
	readonly trackerCache: TrackerCache;
	readonly account: TicketAccount;
	readonly lifetime: Lifetime;
	/** When the forge was last asked because the user looked at the rows below the tracker or refreshed; at first undefined. */
	asked: number | undefined;
	/** The row on the screen. */
	row?: Row;
}

export const placeOf = ({ account, owner, tracker }: TrackerKey): string => `${account}/${owner}/${tracker}`;

/** The trackers in the view. Reports their changes, and asks the forge for them while the user looks. */
export class ShownTrackers implements Disposable {
	readonly #options: ShownTrackersOptions;
	readonly #lifetime = new Lifetime();
	readonly #shown = new Map<string, Shown>();
	readonly #retrier: Retrier;

	constructor(options: ShownTrackersOptions) {
		this.#options = options;
		const { isVisible } = options;
		this.#retrier = this.#lifetime.add(new Retrier({ isVisible, retry: () => this.#askAgain() }));
	}

	all(): Iterable<Pick<Shown, 'trackerCache' | 'account'>> {
		return this.#shown.values();
	}

	trackerCache(account: TicketAccount, key: TrackerKey): TrackerCache {
		const place = placeOf(key);
		const known = this.#shown.get(place);
		if (known?.account === account) return known.trackerCache;
		known?.lifetime.dispose();
		const lifetime = this.#lifetime.child();
		const trackerCache = account.trackers.tracker(key.owner, key.tracker, lifetime);
		const shown: Shown = { trackerCache, account, lifetime, asked: undefined };
		this.#shown.set(place, shown);
		const tell = () => shown.row && this.#options.changed(shown.row);
		lifetime.add(trackerCache.onDidChange(coalesce(lifetime, coalesceMs, tell, undefined, { soon: true })));
		return trackerCache;
	}

	/** Records the row on the screen. Only a tracker with such a row reports changes. */
	draws(row: Row): void {
		const shown = this.#shown.get(row.id);
		if (shown) shown.row = row;
	}

	/** The user looks at the rows below a tracker. */
	opened(key: TrackerKey): void {
		const shown = this.#shown.get(placeOf(key));
		if (shown && this.#isOld(shown.asked)) this.#ask(shown);
		this.heed();
	}

	/** Forgets trackers of the account without a row: they were unpinned, deleted or renamed. */
	keepOnly(account: TicketAccount, rows: readonly Row[]): void {
		const places = new Set(rows.map(({ id }) => id));
		this.#forget((shown, place) => shown.account === account && !places.has(place));
		this.heed();
	}

	/** Forgets the trackers of all other accounts. */
	keepOnlyOf(accounts: ReadonlySet<TicketAccount>): void {
		this.#forget(({ account }) => !accounts.has(account));
	}

	/** Asks for the newest of everything. Asks for all pages only if they are shown and due, because a large tracker has many. */
	refresh(): void {
		for (const { trackers } of this.#options.accounts()) this.#askForList(trackers);
		for (const shown of this.#shown.values()) {
			if (!shown.row) continue;
			if (shown.asked !== undefined) this.#ask(shown);
			else this.#heedAfter(shown.trackerCache.refresh({ newestOnly: true }));
		}
	}

	/** The view is visible again: asks for data that is old or could not be reached. */
	looked(): void {
		this.#retrier.retryNow();
		for (const { trackers } of this.#options.accounts()) {
			if (this.#isOld(trackers.own.asOf)) this.#askForList(trackers);
		}
		for (const shown of this.#shown.values()) {
			if (shown.row && shown.asked !== undefined && this.#isOld(shown.asked)) this.#ask(shown);
		}
	}

	/** Schedules another attempt if the last request could not reach the forge, and cancels it otherwise. */
	heed(): void {
		const troubles = [
			...this.#options.accounts().map(({ trackers }) => trackers.own.lastError),
			...[...this.#shown.values()].map(({ trackerCache, row }) => row && trackerCache.trouble),
		];
		if (troubles.some((one) => one !== undefined && isTransient(one))) this.#retrier.schedule();
		else this.#retrier.reset();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#askAgain(): void {
		for (const { trackers } of this.#options.accounts())
			if (trackers.own.lastError) this.#askForList(trackers);
		for (const { trackerCache, row } of this.#shown.values()) {
			if (row && trackerCache.trouble) this.#heedAfter(trackerCache.refresh());
		}
	}

	#isOld(since: number | undefined): boolean {
		return this.#options.now() - (since ?? Number.NEGATIVE_INFINITY) > staleMs;
	}

	#ask(shown: Shown): void {
		shown.asked = this.#options.now();
		this.#heedAfter(shown.trackerCache.refresh());
	}

	#askForList({ own }: Trackers): void {
		this.#heedAfter(own.refresh());
	}

	/** A second failure changes no row, so nothing else would trigger a third attempt. */
	#heedAfter(asked: Promise<void>): void {
		background(asked.then(() => this.heed()));
	}

	#forget(isOver: (shown: Shown, place: string) => boolean): void {
		for (const [place, shown] of this.#shown) {
			if (!isOver(shown, place)) continue;
			shown.lifetime.dispose();
			this.#shown.delete(place);
		}
	}
}
