import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { parseMail } from '../../mail/message/parse-mail.ts';
import { unquotedText } from '../../mail/quotes/unquoted-text.ts';
import type { MailingLists } from '../../patches/state/mailing-lists.ts';
import { formatClock } from '../../platform/model/words.ts';
import {
	type MailEntry,
	type MailOutbox,
	mailOutboxFormat,
	type OutboxMail,
	type OutboxMailKey,
} from './outbox-mail.ts';
import { isForList } from './outbox-mail-sender.ts';
import type { ReviewComment, ReviewComments } from './review-comments.ts';

/**
 * Marks the comments of a mail as sent. If it is for the list, one of them has the mail until it is there. A mail without comments is
 * kept with what the user has written in it, because a moderator may not let it onto the list.
 */
export async function keepSent(
	all: ReviewComments,
	lists: MailingLists,
	key: OutboxMailKey,
	mail: OutboxMail,
): Promise<void> {
	const { messageId: sentIn } = key;
	const isToList = isForList(key, mail);
	// The status was set, or is set when the other mails of the review were sent.
	const { status: _, review: __, chosen: ___, ...kept } = mail;
	let more: object = isToList ? { mail: kept } : { isPrivate: true };
	for (const { id, ...version } of mail.comments) {
		const added = { sentIn, ...more };
		await all.markSent(id, version, ({ text }) => ({ text, ...added }));
		if (isToList && all.get(id)?.state === 'sent') more = {};
	}
	if (mail.comments.length > 0 || !isToList) return;
	const { messageId: _id, ...list } = key;
	const { account = '', instance = '' } = lists.of(list.account)?.session ?? {};
	const text = unquotedText(parseMail(mail.outgoing.raw).text) || mail.subject;
	const { id } = await all.write({
		id: sentIn,
		account: { id: list.account, name: account, instance },
		key: { ...list, mail: mail.answered, lines: { kind: 'whole' } },
		body: { text, sentIn, mail: kept },
		revision: 1,
		writer: all.writer,
		base: null,
	});
	await all.markSent(id);
}

/**
 * Puts a mail that was sent, but did not arrive on its list, back into the outbox, as one that may have been sent. Its comments are on their
 * way again. Resolves with the id of its entry; undefined if the mail is not known.
 */
export async function takeBack(
	all: ReviewComments,
	outbox: MailOutbox,
	messageId: string,
): Promise<string | undefined> {
	const texts = all.sent.filter(({ body }) => body.sentIn === messageId && !body.isPrivate);
	const kept = texts.find(({ body }) => body.mail !== undefined);
	const mail = v.safeParse(mailOutboxFormat.change, kept?.body.mail);
	const entryOf = (queue: readonly MailEntry[]) => queue.find(({ key }) => key.messageId === messageId);
	if (kept && mail.success) {
		const { account, owner, list } = kept.key;
		const ids = new Set(texts.map(({ id }) => id));
		const change = { ...mail.output, comments: mail.output.comments.filter(({ id }) => ids.has(id)) };
		const entry: MailEntry = {
			id: randomUUID(),
			key: { account, owner, list, messageId },
			steps: [{ group: randomUUID(), change, at: kept.saved }],
			due: kept.saved,
			origin: '',
			state: { kind: 'refused', reason: reasonOf(kept), mayBeDone: true },
		};
		const editQueue = (queue: readonly MailEntry[]) => (entryOf(queue) ? queue : [...queue, entry]);
		// First, so that a window that ends in between leaves a mail that counts as sent.
		await outbox.add([], 0, { editQueue });
		for (const { id, body } of texts)
			await all.takeBack(id, { text: body.text, ...(id === messageId && { sentIn: messageId }) });
	}
	return entryOf(outbox.entries)?.id;
}

const reasonOf = ({ saved }: ReviewComment): string =>
	`It was sent at ${formatClock(saved)} and is not on the list. Before it is sent again, Tildeforge looks for it there.`;
