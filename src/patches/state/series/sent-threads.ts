import type { ListCache } from '../lists/list-cache.ts';
import { mailsOf } from '../lists/listed-series.ts';
import type { SentMail } from '../lists/mail-with-patchset.ts';
import { threadRootOf } from '../lists/thread-roots.ts';
import type { MyThreads } from './my-series.ts';

/** The parts of a list's cache that a check for replies needs. */
type ListOfThread = Pick<
	ListCache,
	| 'key'
	| 'mails'
	| 'isComplete'
	| 'mailsAsOf'
	| 'patchset'
	| 'putListed'
	| 'putPatchset'
	| 'putMails'
	| 'putTexts'
>;

/** A thread with mails that the user has sent. */
export interface SentThread {
	readonly list: ListOfThread;
	/** The id of the mail that starts the thread. */
	readonly root: number;
	/** The mails that the user has sent to the series, in this thread and others. The list may not have them. */
	readonly sent: readonly SentMail[];
}

/** The threads of the newest versions of series, then those of discussions. */
export function sentThreads(
	{ series, discussions }: MyThreads,
	sent: ReadonlyMap<number, SentMail>,
	cacheOf: (list: SentMail['list']) => ListOfThread | undefined,
): readonly SentThread[] {
	const ofSeries = series.flatMap(({ list, series: { chain, newest } }) => ({
		...{ list, ids: chain.versions.flatMap(mailsOf).map(({ id }) => id) },
		first: mailsOf(newest)[0]?.id,
	}));
	const ofDiscussions = discussions.map(({ list, discussion: { mail } }) => ({
		...{ list, ids: [mail.id], first: mail.id },
	}));
	return [...ofSeries, ...ofDiscussions].flatMap(({ list, ids, first }) => {
		const cache = cacheOf(list);
		const get = (id: number) => cache?.mails.get(id) ?? sent.get(id)?.mail;
		const mail = first === undefined ? undefined : get(first);
		if (!cache || !mail) return [];
		return [
			{ list: cache, root: threadRootOf(mail, { get }), sent: ids.flatMap((id) => sent.get(id) ?? []) },
		];
	});
}
