import { AskingAgain } from '../../base/asking-again.ts';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { isPassing } from '../../forge/errors.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import type { Row } from '../../platform/view/row.ts';
import type { TicketAccount } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import type { Trackers } from '../state/trackers.ts';

interface ShownTrackersOptions {
	readonly accounts: () => readonly TicketAccount[];
	/** The row of a tracker is another, with all that is below it. */
	readonly changed: (row: Row) => void;
	readonly isVisible: () => boolean;
	readonly now: () => number;
}

/** Changes are shown together that come within so long: pages arrive faster than anybody reads. */
const pace = 120;
/** Who looks again after so long sees what is new. */
const stale = 60_000;

interface Shown {
	readonly shelf: TrackerCache;
	readonly account: TicketAccount;
	readonly lifetime: Lifetime;
	/** When the forge was last asked because somebody looked at what is below the tracker; never, at first. */
	asked: number | undefined;
	/** What is on the screen for it. */
	row?: Row;
}

export const placeOf = ({ account, owner, tracker }: TrackerKey): string => `${account}/${owner}/${tracker}`;

/** The trackers that stand in the view: what happens in them is told, and they are asked for as long as somebody looks. */
export class ShownTrackers implements Disposable {
	readonly #options: ShownTrackersOptions;
	readonly #lifetime = new Lifetime();
	readonly #shown = new Map<string, Shown>();
	readonly #again: AskingAgain;

	constructor(options: ShownTrackersOptions) {
		this.#options = options;
		const { isVisible } = options;
		this.#again = this.#lifetime.add(new AskingAgain({ isVisible, ask: () => this.#askAgain() }));
	}

	all(): Iterable<Pick<Shown, 'shelf' | 'account'>> {
		return this.#shown.values();
	}

	shelf(account: TicketAccount, key: TrackerKey): TrackerCache {
		const place = placeOf(key);
		const known = this.#shown.get(place);
		if (known?.account === account) return known.shelf;
		known?.lifetime.dispose();
		const lifetime = this.#lifetime.child();
		const shelf = account.trackers.tracker(key.owner, key.tracker, lifetime);
		const shown: Shown = { shelf, account, lifetime, asked: undefined };
		this.#shown.set(place, shown);
		const tell = () => shown.row && this.#options.changed(shown.row);
		lifetime.add(shelf.onDidChange(coalesce(lifetime, pace, tell, undefined, { soon: true })));
		return shelf;
	}

	/** What is on the screen: only that is told of. */
	draws(row: Row): void {
		const shown = this.#shown.get(row.id);
		if (shown) shown.row = row;
	}

	/** Somebody looks at what is below a tracker. */
	opened(key: TrackerKey): void {
		const shown = this.#shown.get(placeOf(key));
		if (shown && this.#isOld(shown.asked)) this.#ask(shown);
		this.heed();
	}

	/** These are all that an account has now: others were unpinned, deleted or renamed. */
	keepOnly(account: TicketAccount, rows: readonly Row[]): void {
		const places = new Set(rows.map(({ id }) => id));
		this.#forget((shown, place) => shown.account === account && !places.has(place));
		this.heed();
	}

	/** Accounts have gone. */
	keepOnlyOf(accounts: ReadonlySet<TicketAccount>): void {
		this.#forget(({ account }) => !accounts.has(account));
	}

	/** Asks for the newest of everything; for all pages only where they are shown and due, as a large tracker has many. */
	refresh(): void {
		for (const { trackers } of this.#options.accounts()) this.#askForList(trackers);
		for (const shown of this.#shown.values()) {
			if (!shown.row) continue;
			if (shown.asked !== undefined) this.#ask(shown);
			else this.#heedAfter(shown.shelf.refresh({ newestOnly: true }));
		}
	}

	/** The view is seen again after it was not: what is old is asked for, as is what was not reached. */
	looked(): void {
		this.#again.looked();
		for (const { trackers } of this.#options.accounts()) {
			if (this.#isOld(trackers.own.asOf)) this.#askForList(trackers);
		}
		for (const shown of this.#shown.values()) {
			if (shown.row && shown.asked !== undefined && this.#isOld(shown.asked)) this.#ask(shown);
		}
	}

	/** Sees to it that what was not reached when it was asked for last is asked for again. */
	heed(): void {
		const troubles = [
			...this.#options.accounts().map(({ trackers }) => trackers.own.trouble),
			...[...this.#shown.values()].map(({ shelf, row }) => row && shelf.trouble),
		];
		if (troubles.some((one) => one !== undefined && isPassing(one))) this.#again.missed();
		else this.#again.reached();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#askAgain(): void {
		for (const { trackers } of this.#options.accounts()) if (trackers.own.trouble) this.#askForList(trackers);
		for (const { shelf, row } of this.#shown.values()) {
			if (row && shelf.trouble) this.#heedAfter(shelf.refresh());
		}
	}

	#isOld(since: number | undefined): boolean {
		return this.#options.now() - (since ?? Number.NEGATIVE_INFINITY) > stale;
	}

	#ask(shown: Shown): void {
		shown.asked = this.#options.now();
		this.#heedAfter(shown.shelf.refresh());
	}

	#askForList({ own }: Trackers): void {
		this.#heedAfter(own.refresh());
	}

	/** A second failure changes no row, so nothing else would ask a third time. */
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
