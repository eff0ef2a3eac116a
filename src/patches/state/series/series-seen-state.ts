import { largest } from '../../../base/collections.ts';
import type { Event } from '../../../base/emitter.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import type { Patchset } from '../../../forge/shapes/lists.ts';
import type { SeenUpTo } from '../../../platform/model/forge-events.ts';
import { isPatchsetKey, type ListKey, type SeriesKey } from '../../../platform/model/keys.ts';
import type { Seen } from '../../../platform/state/seen/seen.ts';
import { type DiscussionSummary, mailsOf, patchsetOf, type SeriesSummary } from '../lists/series-summary.ts';

type Thread = SeriesSummary | DiscussionSummary;

/** By id. */
type KnownPatchsets = ReadonlyMap<number, Patchset>;

/** What the user has seen of their own threads in lists that they have never expanded. */
const mineOf = ({ account }: { readonly account: string }): ListKey => ({ account, owner: '', list: '' });

/**
 * Which mails of each series and discussion the user has seen. What arrived before the user first looked at a list does not count as new.
 */
export class SeriesSeenState {
	readonly #seen: Seen;

	constructor(seen: Seen) {
		this.#seen = seen;
	}

	/** Fires when series or discussions of a list become seen. If the user has never expanded the list, fires with the key of `mineOf`, which names no list. */
	readonly onDidChange: Event<ListKey> = (listener) =>
		this.#seen.onDidChange((place) => 'list' in place && listener(place));

	/** The user has seen the mails of a thread that arrived up to this time. Undefined before the user looks at its list. */
	seenUpTo(list: ListKey, thread: Thread): number | undefined {
		return this.#seen.upTo(list) === undefined ? undefined : this.#seen.upTo(list, nameOf(thread));
	}

	/**
	 * As `seenUpTo`, for the thread of a key. Before the user looks at its list, what they have seen in *Sent by Me* counts. Undefined if the thread
	 * is not known. `me` is the user's name, with the tilde.
	 */
	seenUpToOf(key: SeriesKey, all: readonly Thread[], me: string | undefined): number | undefined {
		const thread = all.find((one) => isOf(one, key));
		if (!thread) return undefined;
		const upTo = this.seenUpTo(key, thread);
		if (upTo !== undefined) return upTo;
		const isMine = me !== undefined && senderOf(thread) === me;
		const mine = mineOf(key);
		const name = nameInAll(key, thread);
		// Expanding *Sent by Me* has shown the user only their own threads. Of others, visits count.
		return isMine ? this.#seen.upTo(mine, name) : this.#seen.visit(mine, name);
	}

	/** How many mails have arrived since the user last looked; none if the last one is the user's own. `me` is the user's name, with the tilde. */
	countUnseen(list: ListKey, thread: Thread, me: string): number {
		return countNewer(thread, this.seenUpTo(list, thread), me);
	}

	/** How many mails have arrived in a thread of the user since they last looked at it, even if they have never expanded its list. */
	countUnseenOfMine(list: ListKey, thread: Thread, me: string): number {
		const ofMine = this.#seen.upTo(mineOf(list), nameInAll(list, thread));
		return countNewer(thread, this.seenUpTo(list, thread) ?? ofMine, me);
	}

	/** Call when the user expands *Sent by Me*. Mails that arrived before the first call do not count as new. */
	beginMine(account: string, now: number): void {
		// No thread has this name. It sets the time up to which all count as seen.
		this.#seen.begin(mineOf({ account }), [['', now]]);
	}

	/** Call when the user looks at a list whose threads are all known as of a time. At the first look, all of them count as seen. */
	begin(list: ListKey, all: readonly Thread[], asOf?: number): void {
		this.#seen.begin(list, changesOf(all), asOf);
	}

	/**
	 * The user has looked at the thread of a key. `patchsets` are those of its list, because the user has seen their statuses, too. `isRepeated`:
	 * the page has called this before, and has stayed visible since.
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
		this.#seen.didSee(seenInList(list, all, patchsets));
		this.#seen.seeAll(list, changesOf(all));
	}

	/** The user has seen these threads of a list, which they may never have expanded. */
	seeThreads(
		list: ListKey,
		threads: readonly Thread[],
		patchsets: KnownPatchsets = new Map(),
		isRepeated = false,
	): void {
		for (const one of threads.flatMap((thread) => seenInThread(list, thread, patchsets)))
			this.#seen.didSee({ ...one, isRepeated });
		const isKnown = this.#seen.upTo(list) !== undefined;
		const place = isKnown ? list : mineOf(list);
		if (this.#seen.upTo(place) === undefined) return;
		const visits = threads
			.map((thread) => [isKnown ? nameOf(thread) : nameInAll(list, thread), thread.active] as const)
			.filter(([name, active]) => active > (this.#seen.upTo(place, name) ?? 0));
		if (visits.length > 0) this.#seen.mark(place, { visits: Object.fromEntries(visits) });
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

/** Stays the same when a new version arrives. */
function nameOf(thread: Thread): string {
	if (!('chain' in thread)) return `thread ${thread.mail.thread ?? thread.mail.id}`;
	const { chain, newest } = thread;
	const [first = newest] = chain.versions;
	return `${patchsetOf(first) ?? `mail ${mailsOf(first)[0]?.id}`}`;
}

function* changesOf(all: readonly Thread[]): Iterable<readonly [string, number]> {
	for (const thread of all) yield [nameOf(thread), thread.active];
}

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

/** What the user has seen on the page of a thread, once for each key that the page can have. The page of a series can have those of all its versions. */
function seenInThread(
	{ account, owner, list }: ListKey,
	thread: Thread,
	patchsets: KnownPatchsets,
): readonly SeenUpTo[] {
	const key = { account, owner, list };
	if (!('chain' in thread)) {
		const { id, thread: root } = thread.mail;
		const upTo = timeOf([thread.active]);
		return [...new Set([id, root ?? id])].map((mail) => ({ at: { ...key, mail }, upTo }));
	}
	const { versions } = thread.chain;
	const ids = versions.flatMap((version) => version.patchsets);
	const upTo = timeOf([thread.active, ...ids.map((id) => updateOf(patchsets.get(id)))]);
	return [
		...ids.map((patchset) => ({ at: { ...key, patchset }, upTo })),
		...versions.flatMap((version) => mailsOf(version).map(({ id }) => ({ at: { ...key, mail: id }, upTo }))),
	];
}

/** The user has seen all threads of a list. */
const seenInList = (
	{ account, owner, list }: ListKey,
	all: readonly Thread[],
	patchsets: KnownPatchsets,
): SeenUpTo => ({
	at: { account, owner, list },
	upTo: timeOf([...all.map(({ active }) => active), ...[...patchsets.values()].map(updateOf)]),
});

const updateOf = (patchset: Patchset | undefined): number => parseTime(patchset?.updated ?? '') ?? 0;

const timeOf = (times: readonly number[]): string => new Date(Math.max(0, largest(times))).toISOString();
