import { type Thread, type Threadable, threadsOf } from '../message/threads.ts';
import { parseSubject } from '../patch/subject.ts';
import type { MailWithPatches, ThreadMail } from './thread-mail.ts';

/** A mail and those that it replies to, directly or not, the closest first, up to `maxAncestors`. */
export interface Descent<M> {
	readonly mail: M;
	readonly ancestors: readonly M[];
}

/** Quotes are not nested more deeply. */
const maxAncestors = 20;

/** All mails, each after those that it replies to. */
export const inThreadOrder = <M extends ThreadMail>(mails: readonly M[]): readonly Descent<M>[] =>
	sortByThreads(mails, positionOf);

/** All mails, each after those that it replies to. `position` says where a mail is in its thread. */
export function sortByThreads<M>(
	mails: readonly M[],
	position: (mail: M) => Threadable,
): readonly Descent<M>[] {
	type Positioned = Threadable & { readonly of: M };
	/** A stack, because threads may be too deep for recursion. */
	const pending: { thread: Thread<Positioned>; ancestors: readonly M[] }[] = [];
	const add = (threads: readonly Thread<Positioned>[], ancestors: readonly M[]) => {
		for (const thread of threads.toReversed()) pending.push({ thread, ancestors });
	};
	add(threadsOf(mails.map((mail) => ({ ...position(mail), of: mail }))), []);
	const ordered: Descent<M>[] = [];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const { thread, ancestors } = next;
		const mail = thread.mail.of;
		ordered.push({ mail, ancestors });
		add(thread.replies, [mail, ...ancestors].slice(0, maxAncestors));
	}
	return ordered;
}

/** The mails that a mail replies to, from the closest to the nearest patch or cover letter, which may be of another version. */
export function repliedMails<M>(ancestors: readonly M[], isReplyMail: (mail: M) => boolean): readonly M[] {
	const at = ancestors.findIndex((ancestor) => !isReplyMail(ancestor));
	return at === -1 ? ancestors : ancestors.slice(0, at + 1);
}

/** Whether a mail is neither a patch nor a cover letter. A reply that contains a patch, as a suggestion, is still a reply. */
export function isReply({ mail, patches }: MailWithPatches): boolean {
	const subject = parseSubject(mail.subject);
	return subject.isReply || (!subject.isPatch && patches.length === 0);
}

/** Where a mail is in its thread. */
export const positionOf = (whole: ThreadMail): Threadable => ({
	id: whole.id,
	parentId: whole.parentId,
	messageId: whole.mail.messageId,
	inReplyTo: whole.mail.inReplyTo,
	references: whole.mail.references,
	date: whole.arrived ?? whole.mail.date,
});
