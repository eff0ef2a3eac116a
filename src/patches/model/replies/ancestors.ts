import { type Thread, type Threadable, threadsOf } from '../mail/threads.ts';
import { parseSubject } from '../patch/subject.ts';
import type { WholeMail } from '../whole-mail.ts';

/** A mail and those that it answers, the closest first. */
export interface Descent {
	readonly mail: WholeMail;
	readonly ancestors: readonly WholeMail[];
}

/** Mails are not quoted more deeply. */
const mostAncestors = 20;

/** All mails, each after those that it answers. */
export function inThreadOrder(mails: readonly WholeMail[]): readonly Descent[] {
	const waiting: { thread: Thread<ThreadedMail>; ancestors: readonly WholeMail[] }[] = [];
	const add = (threads: readonly Thread<ThreadedMail>[], ancestors: readonly WholeMail[]) => {
		for (const thread of threads.toReversed()) waiting.push({ thread, ancestors });
	};
	add(threadsOf(mails.map(threaded)), []);
	const ordered: Descent[] = [];
	for (let next = waiting.pop(); next; next = waiting.pop()) {
		const { thread, ancestors } = next;
		const { whole } = thread.mail;
		ordered.push({ mail: whole, ancestors });
		add(thread.answers, [whole, ...ancestors].slice(0, mostAncestors));
	}
	return ordered;
}

/** The mails that a reply answers, up to the closest one that is no reply: a patch or cover letter of this or another version. */
export function answeredMails(ancestors: readonly WholeMail[]): readonly WholeMail[] {
	const at = ancestors.findIndex((one) => !isReply(one));
	return at === -1 ? ancestors : ancestors.slice(0, at + 1);
}

/** Whether a mail is neither a patch nor a cover letter. A reply may suggest a patch. */
export function isReply({ mail, patches }: WholeMail): boolean {
	const { isReply, isPatch } = parseSubject(mail.subject);
	return isReply || (!isPatch && patches.length === 0);
}

interface ThreadedMail extends Threadable {
	readonly whole: WholeMail;
}

const threaded = (whole: WholeMail): ThreadedMail => ({
	id: whole.id,
	parentId: whole.parentId,
	messageId: whole.mail.messageId,
	inReplyTo: whole.mail.inReplyTo,
	references: whole.mail.references,
	date: whole.arrived ?? whole.mail.date,
	whole,
});
