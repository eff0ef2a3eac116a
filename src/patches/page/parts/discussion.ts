import { type Thread, type Threadable, threadsOf } from '../../../mail/message/threads.ts';
import { allMails } from '../../model/series/chain.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../../model/series-reading.ts';

/** A mail of the discussion. */
export interface DiscussedMail {
	readonly fullMail: FullMail;
	/** How many mails of the discussion are above it. */
	readonly depth: number;
	/** The mail that it replies to, if it is known. */
	readonly parent: FullMail | undefined;
}

interface ThreadNode extends Threadable {
	readonly fullMail: FullMail;
}

interface VersionMails {
	/** The ids of the mails of the shown version: its cover letter and its patches. */
	readonly own: ReadonlySet<number>;
	/** The ids of the patches of the shown version, which are shown above the discussion. */
	readonly patches: ReadonlySet<number>;
	/** The ids of the mails of other versions, which may be in the same thread. */
	readonly others: ReadonlySet<number>;
}

/**
 * The mails of the discussion: the cover letter, and the replies to the mails of the shown version. Replies are below what they reply to,
 * oldest first, also if these could not be read. Without a version, all mails.
 */
export function discussionOf({ mails, version, chain }: SeriesReading): readonly DiscussedMail[] {
	const versionMails: VersionMails = {
		own: new Set(version ? idsOf(version) : []),
		patches: new Set(version ? idsOf({ ...version, cover: undefined }) : []),
		others: new Set((chain?.versions ?? []).filter((one) => one !== version).flatMap(idsOf)),
	};
	return flatten(threadsOf([...mails.values()].map(nodeOf)), versionMails);
}

type ReadVersion = NonNullable<SeriesReading['version']>;

const idsOf = (version: ReadVersion): readonly number[] => allMails(version).map(({ id }) => id);

const nodeOf = (fullMail: FullMail): ThreadNode => ({
	fullMail,
	id: fullMail.id,
	parentId: fullMail.parentId,
	messageId: fullMail.mail.messageId,
	inReplyTo: fullMail.mail.inReplyTo,
	references: fullMail.mail.references,
	date: fullMail.mail.date ?? fullMail.arrived,
});

/** A thread that is still to be listed. */
interface Step {
	readonly thread: Thread<ThreadNode>;
	/** How many listed mails are above it. */
	readonly depth: number;
	readonly parent: FullMail | undefined;
	/** Whether the nearest patch or cover letter above it belongs to the shown version, or there is none. */
	readonly isShown: boolean;
}

/** Threads may be as deep as there are mails, so this does not use recursion. */
function flatten(
	threads: readonly Thread<ThreadNode>[],
	{ own, patches, others }: VersionMails,
): readonly DiscussedMail[] {
	const found: DiscussedMail[] = [];
	const steps: Step[] = threads
		.toReversed()
		.map((thread) => ({ thread, depth: 0, parent: undefined, isShown: true }));
	for (let step = steps.pop(); step; step = steps.pop()) {
		const { thread, depth, parent } = step;
		const { fullMail } = thread.mail;
		const isOwn = own.has(fullMail.id);
		const isShown = isOwn || (step.isShown && !others.has(fullMail.id));
		const isListed = isShown && !patches.has(fullMail.id);
		if (isListed) found.push({ fullMail, depth, parent });
		for (const reply of thread.replies.toReversed())
			steps.push({ thread: reply, depth: isListed ? depth + 1 : depth, parent: fullMail, isShown });
	}
	return found;
}
