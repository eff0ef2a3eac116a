import type { MailSummary } from '../mails/mail-summary.ts';
import { threadRoots } from './thread-roots.ts';

/** How many mails of a list are kept besides those that the user needs. It takes time to find the series in all of them. */
export const maxKept = 3000;
/** Some more are allowed, so that mails are seldom removed. */
const maxStored = 4000;

/**
 * The ids of the mails of a list that need not be stored any longer: those of old threads that the user has not started or sent a patchset to,
 * and that have no text on the disk. Threads are kept or removed as a whole, because a series without some of its mails would be shown as
 * one with missing patches.
 */
export async function outdatedMails(
	mails: ReadonlyMap<number, MailSummary>,
	/** The ids of the mails whose texts are on the disk. Their series open without a connection. */
	mailsWithTexts: () => Promise<ReadonlySet<number>>,
	/** The user name of the account, with the tilde. */
	me: string,
): Promise<readonly number[]> {
	if (mails.size <= maxStored) return [];
	const roots = threadRoots(mails);
	const withTexts = await mailsWithTexts();
	const newest = [...mails.keys()].toSorted((one, other) => other - one).slice(0, maxKept);
	const own = [...mails.values()].filter((mail) => isOfOwnThread(mail, me)).map(({ id }) => id);
	const needed = [...mails.keys()].filter((id) => withTexts.has(id));
	const kept = new Set([...newest, ...own, ...needed].map((id) => roots.get(id)));
	return [...mails.keys()].filter((id) => !kept.has(roots.get(id)));
}

/** Whether the user has started the thread or sent a patchset to it. A reply does not count: a maintainer replies in most threads. */
const isOfOwnThread = ({ sender, thread, parent, patchset }: MailSummary, me: string): boolean =>
	sender?.canonical_name === me && (patchset !== null || (thread === null && parent === null));
