import { background } from '../../../base/background.ts';
import { Emitter } from '../../../base/emitter.ts';
import { isPatchsetKey, type ListKey, type SeriesKey, spellList } from '../../../platform/model/keys.ts';
import { type ListedSeries, mailsOf, patchsetOf } from '../lists/listed-series.ts';

/** Stores values for the user, as a `vscode.Memento` does. */
interface Memory {
	get<T>(name: string): T | undefined;
	update(name: string, value: unknown): PromiseLike<void>;
}

/** What the user has seen of a list, or of what they have sent. Times are in milliseconds since 1970. */
interface SeenList {
	/** Mails that arrived until then count as seen. */
	readonly upTo: number;
	/** When the newest mail that the user has seen arrived, by series. */
	readonly visits: Readonly<Record<string, number>>;
}

const memoryKey = 'patches.seen';
/** How many visits to the series of a list, or of all lists at which the user has not looked, are remembered, the newest first. */
const mostVisits = 500;

/** Remembers which mails of each series the user has seen. What arrived before the user first looked at a list does not count as new. */
export class SeenSeries {
	readonly #memory: Memory;
	readonly #changes = new Emitter<ListKey>();
	/** Fires when series of a list become seen. */
	readonly onDidChange = this.#changes.event;

	constructor(memory: Memory) {
		this.#memory = memory;
	}

	/** When the newest mail that the user has seen of a series arrived; undefined before the user looks at its list. */
	seenUpTo(list: ListKey, series: ListedSeries): number | undefined {
		const seen = this.#list(list);
		return seen && Math.max(seen.upTo, seen.visits[nameOf(series)] ?? 0);
	}

	/** When the newest mail that the user has seen of the series of a key arrived; undefined if the series is not known. */
	seenUpToOf(key: SeriesKey, all: readonly ListedSeries[]): number | undefined {
		const series = all.find((one) => isOf(one, key));
		return series && (this.seenUpTo(key, series) ?? this.#mine(key.account)?.visits[nameInAll(key, series)]);
	}

	/** Whether mails have arrived since the user last looked. The user's own mails are not new. `me` is the user's name, with the tilde. */
	isUnseen(list: ListKey, series: ListedSeries, me: string): boolean {
		const upTo = this.seenUpTo(list, series);
		return upTo !== undefined && series.active > upTo && series.lastSender !== me;
	}

	/** Whether mails have arrived in a series that the user has sent since they last looked, also if they have never looked at its list. */
	isUnseenOfMine(list: ListKey, series: ListedSeries, me: string): boolean {
		const mine = this.#mine(list.account);
		const upTo =
			this.seenUpTo(list, series) ?? (mine && Math.max(mine.upTo, mine.visits[nameInAll(list, series)] ?? 0));
		return upTo !== undefined && series.active > upTo && series.lastSender !== me;
	}

	/** Call when the user looks at what they have sent. What arrived before the first time does not count as new. */
	beginMine(account: string, now: number): void {
		if (!this.#mine(account)) this.#putNamed(mineOf(account), { upTo: now, visits: {} });
	}

	/** Call when the user looks at a list whose series are all known. At the first look, all of them count as seen. */
	begin(list: ListKey, all: readonly ListedSeries[]): void {
		if (!this.#list(list)) this.#put(list, { upTo: newestOf(all), visits: {} });
	}

	/** The user has looked at the series of a key. */
	see(key: SeriesKey, all: readonly ListedSeries[]): void {
		const { account, owner, list } = key;
		const listKey = { account, owner, list };
		const series = all.find((one) => isOf(one, key));
		if (!series) return;
		const ofList = this.#list(listKey);
		const seen = ofList ?? this.#mine(account);
		const name = ofList ? nameOf(series) : nameInAll(listKey, series);
		if (!seen || series.active <= Math.max(seen.upTo, seen.visits[name] ?? 0)) return;
		const visits = { ...seen.visits, [name]: series.active };
		const kept = Object.entries(visits)
			.toSorted(([, one], [, other]) => other - one)
			.slice(0, mostVisits);
		const now = { ...seen, visits: Object.fromEntries(kept) };
		this.#putNamed(ofList ? spellList(listKey) : mineOf(account), now);
		this.#changes.fire(listKey);
	}

	/** The user has seen all series of a list. */
	seeAll(list: ListKey, all: readonly ListedSeries[]): void {
		this.#put(list, { upTo: newestOf(all), visits: {} });
	}

	/** Forgets the lists of accounts that have signed out. */
	forget(accounts: readonly string[]): void {
		const all = Object.entries(this.#all);
		const kept = all.filter(([name]) => !accounts.some((account) => name.startsWith(`${account}/`)));
		if (kept.length < all.length) background(this.#memory.update(memoryKey, Object.fromEntries(kept)));
	}

	get #all(): Readonly<Record<string, SeenList>> {
		return this.#memory.get<Readonly<Record<string, SeenList>>>(memoryKey) ?? {};
	}

	#list(list: ListKey): SeenList | undefined {
		return this.#all[spellList(list)];
	}

	/** What the user has seen of what they have sent to lists at which they have not looked. */
	#mine(account: string): SeenList | undefined {
		return this.#all[mineOf(account)];
	}

	#put(list: ListKey, seen: SeenList): void {
		this.#putNamed(spellList(list), seen);
		this.#changes.fire(list);
	}

	#putNamed(name: string, seen: SeenList): void {
		background(this.#memory.update(memoryKey, { ...this.#all, [name]: seen }));
	}
}

const newestOf = (all: readonly ListedSeries[]): number =>
	all.reduce((newest, { active }) => Math.max(newest, active), 0);

/** Stays the same when a new version arrives. */
function nameOf({ chain, newest }: ListedSeries): string {
	const [first = newest] = chain.versions;
	return `${patchsetOf(first) ?? `mail ${mailsOf(first)[0]?.id}`}`;
}

const mineOf = (account: string): string => `${account}/mine`;

/** The name of a series among those of all lists. */
const nameInAll = ({ owner, list }: ListKey, series: ListedSeries): string =>
	`${owner}/${list} ${nameOf(series)}`;

const isOf = ({ chain }: ListedSeries, key: SeriesKey): boolean =>
	chain.versions.some((version) =>
		isPatchsetKey(key)
			? version.patchsets.includes(key.patchset)
			: mailsOf(version).some(({ id }) => id === key.mail),
	);
