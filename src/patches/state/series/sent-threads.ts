import { parseTime } from '../../../forge/contract/read.ts';
import type { ListCache } from '../lists/list-cache.ts';
import type { SentListMail } from '../lists/mail-with-patchset.ts';
import { mailsOf, type SeriesSummary } from '../lists/series-summary.ts';
import { threadRootOf } from '../lists/thread-roots.ts';
import type { MyThreads } from './my-series.ts';

/** A thread with mails that the user has sent. */
export interface SentThread {
	readonly list: ListCache;
	/** The id of the mail that starts the thread. */
	readonly root: number;
	/** The mails that the user has sent to the series, in this thread and others, unless the list is known to have them. */
	readonly sent: readonly SentListMail[];
}

/** When the last known mail of a series arrived, or the status of its patchset changed, in milliseconds since 1970. */
export const lastChangeOf = ({ active, patchset }: SeriesSummary): number =>
	Math.max(active, parseTime(patchset?.updated) ?? 0);

/**
 * The threads of the newest versions of series and of discussions, the most recently changed first. Below them, the threads of other users to
 * which the user has replied.
 */
export function sentThreads(
	{ series, discussions, reviewed, unknown }: MyThreads,
	sent: ReadonlyMap<number, SentListMail>,
	cacheOf: (list: SentListMail['list']) => ListCache | undefined,
): readonly SentThread[] {
	const ofSeries = series.map(({ list, series: one }) => ({
		list,
		ids: one.chain.versions.flatMap(mailsOf).map(({ id }) => id),
		first: mailsOf(one.newest)[0]?.id,
		changed: lastChangeOf(one),
	}));
	const ofDiscussions = discussions.map(({ list, discussion: { mail, active } }) => ({
		list,
		ids: [mail.id],
		first: mail.id,
		changed: active,
	}));
	const ofReviewed = reviewed.map(({ list, series: one }) => ({
		list,
		// The list has the user's replies: the series was found by them.
		ids: [],
		first: mailsOf(one.newest)[0]?.id,
	}));
	const ofUnknown = unknown.map(({ list, reply: { mail } }) => ({ list, ids: [mail.id], first: mail.id }));
	const own = [...ofSeries, ...ofDiscussions].toSorted((one, other) => other.changed - one.changed);
	const all = [...own, ...ofReviewed, ...ofUnknown];
	return all.flatMap(({ list, ids, first }) => {
		const cache = cacheOf(list);
		const get = (id: number) => cache?.mails.get(id) ?? sent.get(id)?.mail;
		const mail = first === undefined ? undefined : get(first);
		if (!cache || !mail) return [];
		return [{ list: cache, root: threadRootOf(mail, get), sent: ids.flatMap((id) => sent.get(id) ?? []) }];
	});
}
