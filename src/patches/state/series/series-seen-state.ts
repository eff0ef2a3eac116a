import { background } from '../../../base/background.ts';
import { withLast } from '../../../base/collections.ts';
import { Emitter } from '../../../base/emitter.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { SeenUpTo } from '../../../platform/model/forge-events.ts';
import { idOfList, isPatchsetKey, type ListKey, type SeriesKey } from '../../../platform/model/keys.ts';
import { type DiscussionSummary, mailsOf, patchsetOf, type SeriesSummary } from '../lists/series-summary.ts';
import { type KnownPatchsets, seenInList, seenInThread } from './seen-up-to.ts';

type Thread = SeriesSummary | DiscussionSummary;

/** Stores values for the user, as a `vscode.Memento` does. */
interface Memory {
	get<T>(name: string): T | undefined;
	update(name: string, value: unknown): PromiseLike<void>;
}

/** What the user has seen of a list, or of what they have sent. Times are in milliseconds since 1970. */
interface SeenList {
	/** Mails that arrived until then count as seen. */
	readonly upTo: number;
	/** When the newest mail that the user has seen arrived, by series or discussion. */
	readonly visits: Readonly<Record<string, number>>;
}

const memoryKey = 'patches.seen';
/** How many visits are remembered for each list, and for all lists together that the user has never expanded. The newest are kept. */
const maxVisits = 500;
/** If the user has looked at more lists, the one that was written longest ago is looked at for the first time again. */
const maxLists = 500;

/**
 * Remembers which mails of each series and discussion the user has seen. What arrived before the user first looked at a list does not count
 * as new.
 */
export class SeriesSeenState {
	readonly #memory: Memory;
	readonly #changes = new Emitter<ListKey>();
	/** Fires when series or discussions of a list become seen. */
	readonly onDidChange = this.#changes.event;
	readonly #seen = new Emitter<SeenUpTo>();
	/** Fires when the user looks at a thread, or marks those of a list as seen, even if they were seen before. */
	readonly onDidSee = this.#seen.event;

	constructor(memory: Memory) {
		this.#memory = memory;
	}

	/** When the newest mail that the user has seen of a thread arrived; undefined before the user looks at its list. */
	seenUpTo(list: ListKey, thread: Thread): number | undefined {
		const seen = this.#list(list);
		return seen && Math.max(seen.upTo, seen.visits[nameOf(thread)] ?? 0);
	}

	/**
	 * When the newest mail that the user has seen of the thread of a key arrived; undefined if it is not known. `me` is the user's name, with
	 * the tilde: what they have sent is known before they look at its list.
	 */
	seenUpToOf(key: SeriesKey, all: readonly Thread[], me: string | undefined): number | undefined {
		const thread = all.find((one) => isOf(one, key));
		if (!thread) return undefined;
		const mine = this.#mine(key.account);
		const isMine = me !== undefined && senderOf(thread) === me;
		return (
			this.seenUpTo(key, thread) ?? mine?.visits[nameInAll(key, thread)] ?? (isMine ? mine?.upTo : undefined)
		);
	}

	/** How many mails have arrived since the user last looked; none if the last one is the user's own. `me` is the user's name, with the tilde. */
	countUnseen(list: ListKey, thread: Thread, me: string): number {
		return countNewer(thread, this.seenUpTo(list, thread), me);
	}

	/** How many mails have arrived in a thread of the user since they last looked at it, even if they have never expanded its list. */
	countUnseenOfMine(list: ListKey, thread: Thread, me: string): number {
		const mine = this.#mine(list.account);
		const upTo = mine && Math.max(mine.upTo, mine.visits[nameInAll(list, thread)] ?? 0);
		return countNewer(thread, this.seenUpTo(list, thread) ?? upTo, me);
	}

	/** Call when the user expands *Sent by Me*. Mails that arrived before the first call do not count as new. */
	beginMine(account: string, now: number): void {
		if (!this.#mine(account)) this.#putNamed(idOfMine(account), { upTo: now, visits: {} });
	}

	/** Call when the user looks at a list whose threads are all known. At the first look, all of them count as seen. */
	begin(list: ListKey, all: readonly Thread[]): void {
		if (!this.#list(list)) this.#put(list, { upTo: newestOf(all), visits: {} });
	}

	/**
	 * The user has looked at the thread of a key. `patchsets` are those of its list: it shows their statuses. `isRepeated`: the page has stayed
	 * visible since it last said so.
	 */
	see(
		key: SeriesKey,
		all: readonly Thread[],
		patchsets: KnownPatchsets = new Map(),
		isRepeated = false,
	): void {
		const thread = all.find((one) => isOf(one, key));
		if (thread) this.seeThreads(key, [thread], patchsets, isRepeated);
	}

	/** The user has seen all threads of a list. */
	seeAll(list: ListKey, all: readonly Thread[], patchsets: KnownPatchsets = new Map()): void {
		this.#seen.fire(seenInList(list, all, patchsets));
		this.#put(list, { upTo: newestOf(all), visits: {} });
	}

	/** The user has seen these threads of a list, which they may never have expanded. */
	seeThreads(
		list: ListKey,
		threads: readonly Thread[],
		patchsets: KnownPatchsets = new Map(),
		isRepeated = false,
	): void {
		for (const one of threads.flatMap((thread) => seenInThread(list, thread, patchsets)))
			this.#seen.fire({ ...one, isRepeated });
		this.#visit(list, threads);
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
		return this.#all[idOfList(list)];
	}

	/** What the user has seen of their own threads in lists that they have never expanded. */
	#mine(account: string): SeenList | undefined {
		return this.#all[idOfMine(account)];
	}

	#visit({ account, owner, list }: ListKey, threads: readonly Thread[]): void {
		const listKey = { account, owner, list };
		const ofList = this.#list(listKey);
		const seen = ofList ?? this.#mine(account);
		if (!seen) return;
		const nameOfVisit = (thread: Thread) => (ofList ? nameOf(thread) : nameInAll(listKey, thread));
		const newer = threads
			.map((thread) => [nameOfVisit(thread), thread.active] as const)
			.filter(([name, active]) => active > Math.max(seen.upTo, seen.visits[name] ?? 0));
		if (newer.length === 0) return;
		const kept = Object.entries({ ...seen.visits, ...Object.fromEntries(newer) })
			.toSorted(([, one], [, other]) => other - one)
			.slice(0, maxVisits);
		const name = ofList ? idOfList(listKey) : idOfMine(account);
		this.#putNamed(name, { ...seen, visits: Object.fromEntries(kept) });
		this.#changes.fire(listKey);
	}

	#put(list: ListKey, seen: SeenList): void {
		this.#putNamed(idOfList(list), seen);
		this.#changes.fire(list);
	}

	#putNamed(name: string, seen: SeenList): void {
		background(this.#memory.update(memoryKey, withLast(this.#all, name, seen, maxLists)));
	}
}

function countNewer({ active, lastSender, mails }: Thread, upTo: number | undefined, me: string): number {
	if (upTo === undefined || active <= upTo || lastSender === me) return 0;
	const isNew = ({ created, sender }: Thread['mails'][number]) =>
		(parseTime(created) ?? 0) > upTo && sender?.canonical_name !== me;
	// The newest version may be known only by its patchset.
	return Math.max(1, mails.filter(isNew).length);
}

const senderOf = (thread: Thread): string | undefined =>
	'chain' in thread ? thread.sender : thread.mail.sender?.canonical_name;

const newestOf = (all: readonly Thread[]): number =>
	all.reduce((newest, { active }) => Math.max(newest, active), 0);

/** Stays the same when a new version arrives. */
function nameOf(thread: Thread): string {
	if (!('chain' in thread)) return `thread ${thread.mail.thread ?? thread.mail.id}`;
	const { chain, newest } = thread;
	const [first = newest] = chain.versions;
	return `${patchsetOf(first) ?? `mail ${mailsOf(first)[0]?.id}`}`;
}

const idOfMine = (account: string): string => `${account}/mine`;

/** The name of a thread that is unique among the threads of all lists. */
const nameInAll = ({ owner, list }: ListKey, thread: Thread): string => `${owner}/${list} ${nameOf(thread)}`;

function isOf(thread: Thread, key: SeriesKey): boolean {
	if (!('chain' in thread))
		return !isPatchsetKey(key) && [thread.mail.id, thread.mail.thread].includes(key.mail);
	return thread.chain.versions.some((version) =>
		isPatchsetKey(key)
			? version.patchsets.includes(key.patchset)
			: mailsOf(version).some(({ id }) => id === key.mail),
	);
}
