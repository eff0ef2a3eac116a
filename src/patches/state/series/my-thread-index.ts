import { type ItemName, itemRef } from '../../../platform/model/item-name.ts';
import type { SentListMail } from '../lists/mail-with-patchset.ts';
import type { ThreadSummaries } from '../lists/series-summary.ts';
import { type MyThreads, myThreadsIn } from './my-series.ts';

interface MyList {
	readonly sent: readonly SentListMail[];
	readonly known: ThreadSummaries;
	readonly threads: MyThreads;
}

const noThreads: ThreadSummaries = { series: [], discussions: [] };

/** The user's threads in all lists. Only lists that have changed are searched again. */
export class MyThreadIndex {
	#revision: number | undefined;
	/** What the user has sent to each list, at that revision. */
	#sentTo: ReadonlyMap<string, readonly SentListMail[]> = new Map();
	#lists: ReadonlyMap<string, MyList> = new Map();
	#threads: MyThreads = joined([]);

	/** `revision` changes with `sent`. `threadsOfList` has what is known of a list. */
	of(
		sent: ReadonlyMap<number, SentListMail>,
		revision: number,
		threadsOfList: (list: ItemName) => ThreadSummaries | undefined,
	): MyThreads {
		if (this.#revision !== revision) this.#sentTo = Map.groupBy(sent.values(), ({ list }) => itemRef(list));
		this.#revision = revision;
		const before = this.#lists;
		const lists = new Map<string, MyList>();
		for (const [name, all] of this.#sentTo) {
			const list = all[0]?.list;
			if (!list) continue;
			const known = threadsOfList(list) ?? noThreads;
			const earlier = before.get(name);
			const isSame = earlier?.known === known && isSameMails(earlier.sent, all);
			lists.set(name, isSame ? earlier : { sent: all, known, threads: myThreadsIn(list, all, known) });
		}
		this.#lists = lists;
		const isSame =
			lists.size === before.size && [...lists].every(([name, list]) => before.get(name) === list);
		if (!isSame) this.#threads = joined([...lists.values()].map(({ threads }) => threads));
		return this.#threads;
	}
}

const isSameMails = (some: readonly SentListMail[], others: readonly SentListMail[]): boolean =>
	some === others || (some.length === others.length && some.every((mail, nth) => mail === others[nth]));

const joined = (all: readonly MyThreads[]): MyThreads => ({
	series: all
		.flatMap(({ series }) => series)
		.toSorted((one, other) => other.series.active - one.series.active),
	reviewed: all
		.flatMap(({ reviewed }) => reviewed)
		.toSorted((one, other) => other.series.active - one.series.active),
	unknown: all
		.flatMap(({ unknown }) => unknown)
		.toSorted((one, other) => other.reply.mail.id - one.reply.mail.id),
	discussions: all
		.flatMap(({ discussions }) => discussions)
		.toSorted((one, other) => other.discussion.active - one.discussion.active),
});
