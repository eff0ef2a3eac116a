import { parseTime } from '../../../forge/contract/read.ts';
import type { Patchset } from '../../../forge/shapes/lists.ts';
import { type ItemName, itemRef } from '../../../platform/model/item-name.ts';
import { patchsetsOf, type SentListMail } from '../lists/mail-with-patchset.ts';
import {
	type DiscussionSummary,
	everyThread,
	findThreads,
	mailsOf,
	type SeriesSummary,
	type ThreadSummaries,
} from '../lists/series-summary.ts';

/** A series that the user has sent. */
export interface MySeries {
	readonly list: ItemName;
	readonly series: SeriesSummary;
}

/** A thread that the user has begun and that does not begin with a series. */
interface MyDiscussion {
	readonly list: ItemName;
	readonly discussion: DiscussionSummary;
}

/** A reply of the user to a thread of which nothing else is known. */
interface UnknownThread {
	readonly list: ItemName;
	readonly reply: SentListMail;
}

export interface MyThreads {
	/** The most recently active first. */
	readonly series: readonly MySeries[];
	/** The series of others that the user has replied to. The most recently active first. */
	readonly reviewed: readonly MySeries[];
	/** The user's newest replies first. */
	readonly unknown: readonly UnknownThread[];
	/** The most recently active first. */
	readonly discussions: readonly MyDiscussion[];
}

/** The lists that the user has sent mails to, each once. */
export const listsOfSent = (sent: Iterable<SentListMail>): readonly ItemName[] => [
	...new Map([...sent].map(({ list }) => [itemRef(list), list])).values(),
];

/**
 * What the user has sent to a list, and the series of others in it that they have replied to. `known` is what is known of the list, with the
 * replies of others. What it lacks is found in the sent mails themselves. In any order.
 */
export function myThreadsIn(
	list: ItemName,
	sent: readonly SentListMail[],
	known: ThreadSummaries,
): MyThreads {
	const patchsets = patchsetsOf(sent);
	const ids = new Set(sent.map(({ mail }) => mail.id));
	const isMine = ({ chain }: SeriesSummary) =>
		chain.versions.some(
			(version) =>
				version.patchsets.some((id) => patchsets.has(id)) || mailsOf(version).some(({ id }) => ids.has(id)),
		);
	const mySeries = known.series.filter(isMine);
	const myDiscussions = known.discussions.filter(({ mail }) => startsThread(mail) && ids.has(mail.id));
	const sentTo = ({ mails }: SeriesSummary | DiscussionSummary) => mails.filter(({ id }) => ids.has(id));
	const reviewed = known.series.filter((one) => sentTo(one).length > 0 && !isMine(one));
	const inKnownThreads = new Set(
		everyThread(known)
			.flatMap(sentTo)
			.map(({ id }) => id),
	);

	// Threads that the list lacks are found among the mails that begin none of the known ones.
	const versions = mySeries.flatMap(({ chain }) => chain.versions);
	const beginnings = new Set(
		[...versions.flatMap(mailsOf), ...myDiscussions.map(({ mail }) => mail)].map(({ id }) => id),
	);
	const knownPatchsets = new Set(versions.flatMap((version) => version.patchsets));
	const others = sent.filter(
		({ mail, patchset }) => !beginnings.has(mail.id) && !(patchset && knownPatchsets.has(patchset.id)),
	);
	const inOthers = findThreads(
		new Map(others.map(({ mail }) => [mail.id, mail])),
		new Map([...patchsets].filter(([id]) => !knownPatchsets.has(id))),
	);
	const series = [
		...mySeries.map((one) => withNewerStatus(one, patchsets)),
		...inOthers.series.map(withoutReplies),
	];
	const discussions = [
		...myDiscussions,
		...inOthers.discussions.filter(({ mail }) => startsThread(mail)).map(withoutReplies),
	];
	return {
		series: series.map((one) => ({ list, series: one })),
		discussions: discussions.map((discussion) => ({ list, discussion })),
		reviewed: reviewed.map((one) => ({ list, series: one })),
		unknown: inOthers.discussions
			.filter(({ mail }) => !startsThread(mail) && !inKnownThreads.has(mail.id))
			.flatMap(({ mail }) => others.find((one) => one.mail === mail) ?? [])
			.map((reply) => ({ list, reply })),
	};
}

/** A thread that was found without the list has only the user's own replies, which are not counted. */
const withoutReplies = <T extends SeriesSummary | DiscussionSummary>(thread: T): T => ({
	...thread,
	replies: 0,
});

const startsThread = ({ parent, thread }: DiscussionSummary['mail']): boolean =>
	parent === null && thread === null;

/** The status that came with the user's mails counts if it is newer than that of the list. */
function withNewerStatus(series: SeriesSummary, patchsets: ReadonlyMap<number, Patchset>): SeriesSummary {
	const { patchset } = series;
	const listed = patchset && patchsets.get(patchset.id);
	const isNewer = listed && (parseTime(listed.updated) ?? 0) > (parseTime(patchset.updated) ?? 0);
	return isNewer ? { ...series, patchset: { ...patchset, ...listed }, status: listed.status } : series;
}
