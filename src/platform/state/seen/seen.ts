import { abortable } from '../../../base/abort.ts';
import { background } from '../../../base/background.ts';
import { timeOfDay } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Emitter, type Event } from '../../../base/emitter.ts';
import type { Storage } from '../../../base/files/storage.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log/log.ts';
import type { SeenCommits, SeenUpTo } from '../../model/forge-events.ts';
import { type PlaceKey, parsePlaceName, placeName } from '../../model/keys.ts';
import { AccountMarks } from './account-marks.ts';
import { type Items, type Marks, marksForVisits, newestTime, seenUpTo } from './marks.ts';

/** How far the clocks of forge and computer may differ. */
const clockDifferenceMs = 3_600_000;

/**
 * What the user has seen, in all windows. Marks only grow, so windows cannot lose those of others. They are read from memory; of an account
 * that is not open, nothing is known. Reasons: docs/decisions/seen.md.
 */
export class Seen implements Disposable {
	readonly #storageOf: (account: string) => Storage;
	readonly #log: Log;
	readonly #lifetime = new Lifetime();
	readonly #accounts = new Map<string, OpenAccount>();
	readonly #changes: Emitter<PlaceKey>;
	readonly #looks: Emitter<SeenUpTo | SeenCommits>;

	/** `storageOf` returns the storage that has the marks of an account, in a file that `removeSignedOut` removes. */
	constructor(storageOf: (account: string) => Storage, log: Log) {
		this.#storageOf = storageOf;
		this.#log = log;
		const failed = (failure: unknown) => log.error('A listener for what was seen failed', failure);
		this.#changes = this.#lifetime.add(new Emitter<PlaceKey>(failed));
		this.#looks = this.#lifetime.add(new Emitter<SeenUpTo | SeenCommits>(failed));
	}

	/** Fires when marks of a place have changed in any window. */
	get onDidChange(): Event<PlaceKey> {
		return this.#changes.event;
	}

	/** Fires when the user looks at something in this window, even if it was seen before. */
	get onDidSee(): Event<SeenUpTo | SeenCommits> {
		return this.#looks.event;
	}

	/** The user looks at something. That stores no mark. */
	didSee(what: SeenUpTo | SeenCommits): void {
		this.#looks.fire(what);
	}

	/** Resolves when the marks of an account are in memory. Never rejects. */
	open(account: string): Promise<void> {
		const known = this.#accounts.get(account);
		if (known) return known.opened;
		const lifetime = this.#lifetime.child();
		const changed = (place: string) => this.#changes.fire(parsePlaceName(account, place));
		const marks = new AccountMarks(this.#storageOf(account), account, lifetime, this.#log, changed);
		const opened = marks.read();
		this.#accounts.set(account, { marks, lifetime, opened });
		return opened;
	}

	/** Closes accounts that have signed out. */
	forget(accounts: readonly string[]): void {
		for (const account of accounts) {
			this.#accounts.get(account)?.lifetime.dispose();
			this.#accounts.delete(account);
		}
	}

	/** Reads what other windows have stored of an account, in case this window was not notified. */
	async read(account: string): Promise<void> {
		await this.#accounts.get(account)?.marks.read();
	}

	/** Up to when all items of a place count as seen, or one of them; undefined before the user has looked. */
	upTo(place: PlaceKey, item?: string): number | undefined {
		const marks = this.#marksOf(place);
		return marks && (item === undefined ? marks.upTo : seenUpTo(marks, item));
	}

	/** Up to when the user has seen an item that they have opened. */
	visit(place: PlaceKey, item: string): number | undefined {
		return this.#marksOf(place)?.visits[item];
	}

	/** Resolves when the marks are on the disk. They are shown at once. Many in a row are one write. */
	async add(place: PlaceKey, marks: Partial<Marks>): Promise<void> {
		await this.#accounts.get(place.account)?.marks.add(placeName(place), marks);
	}

	/** As `add`, without waiting. Marks that cannot be written are shown in this window, and are written with the next ones. */
	mark(place: PlaceKey, marks: Partial<Marks>): void {
		const didFail = (error: unknown) =>
			this.#log.warn('What was seen could not be stored, and is new again in other windows', error);
		background(this.add(place, marks).catch(didFail));
	}

	/**
	 * Call when the user looks at a place whose items are all known as of a time. At the first look, all of them count as seen. At later looks,
	 * reduces the stored visits if there are many, by which no item becomes seen or unseen. A change up to `toleranceMs` after a visit counts as
	 * seen by it.
	 */
	begin(place: PlaceKey, items: Items, asOf = 0, toleranceMs = 0): void {
		const account = this.#accounts.get(place.account);
		if (!account?.marks.areKnown) return;
		const known = this.#marksOf(place);
		if (known?.upTo === undefined) this.seeAll(place, items);
		else {
			const merged = marksForVisits(known, items, asOf - clockDifferenceMs, toleranceMs);
			if (merged) this.mark(place, merged);
		}
	}

	/** The user has seen all items of a place. Returns the time up to which they count as seen. */
	seeAll(place: PlaceKey, items: Items): number {
		const upTo = Math.max(0, this.newest(Array.from(items, ([, changed]) => changed)));
		this.mark(place, { upTo });
		return upTo;
	}

	/** The newest of times of the forge. Those in the far future are wrong, and count only if all are. */
	newest(times: readonly number[]): number {
		return newestTime(times, timeOfDay());
	}

	/** Resolves when no marks are being written, or when the signal aborts. */
	async settled(signal: AbortSignal): Promise<void> {
		const writes = [...this.#accounts.values()].map(({ marks }) => marks.settled());
		await abortable(Promise.all(writes), signal).catch(() => {});
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#marksOf(place: PlaceKey): Marks | undefined {
		return this.#accounts.get(place.account)?.marks.of(placeName(place));
	}
}

interface OpenAccount {
	readonly marks: AccountMarks;
	readonly lifetime: Lifetime;
	readonly opened: Promise<void>;
}
