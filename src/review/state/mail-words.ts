import { visible } from '../../base/text/invisible-characters.ts';
import { truncate } from '../../base/text/truncate.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { parseSubject } from '../../mail/patch/subject.ts';
import { listRef, parseSeriesId } from '../../platform/model/keys.ts';
import {
	type ChangeWords,
	type DescribedEntry,
	type DescribedOutbox,
	describeEntry,
	describeOutbox,
} from '../../platform/state/outbox/describe-outbox.ts';
import { type MailEntry, mailOutboxFormat, type OutboxMail, type OutboxMailKey } from './outbox-mail.ts';
import type { ReviewMails } from './review-mails.ts';

const longestTitle = 50;

/** Why an undone mail is still in the outbox. */
const notReopened = 'You undid sending it. Edit opens its document.';
const notTakenOut =
	'Sending was undone, but the mail is still under Waiting in the Tickets view. Edit there opens its document.';

/** The subject without its brackets, which would hide the title where there is little space. */
function titleOf(subject: string): string {
	const { isReply, title } = parseSubject(subject);
	return `${isReply ? 'Re: ' : ''}${visible(title || subject)}`;
}

/** A mail in a sentence. */
export const quotedTitle = ({ subject }: { readonly subject: string }): string =>
	`“${truncate(titleOf(subject), longestTitle)}”`;

/** The words for mails. */
const mailWords: ChangeWords<OutboxMailKey, OutboxMail> = {
	noun: 'mail',
	refOf: listRef,
	shortRefOf: (_key, mail) => quotedTitle(mail),
	describe: (mail) => `Mail ${quotedTitle(mail)}`,
	verbOf: () => 'send a mail to',
	describeProgress: (_change, what) => `Sending ${what}`,
	done: 'sent',
	rowOf: ({ key, id, steps }) => {
		const { subject = '', series = '', answered } = steps.at(-1)?.change ?? {};
		return {
			change: 'Mail',
			name: key.list,
			title: titleOf(subject),
			spokenName: `${titleOf(subject)}, to ${listRef(key)}`,
			about: { kind: 'change', key: parseSeriesId(series), mail: answered, entry: id },
			edit: 'tildeforge.editMail',
			open: { id: 'tildeforge.openPatchsetRow', title: 'Open Patchset' },
		};
	},
};

/**
 * The outbox of mails with the words for them. Comments of mails that the user undoes or discards are drafts again. `reopen` shows what the
 * user has written in the document of such a mail. `mayResend` asks for what is missing to send mails, and returns whether to send them.
 */
export function describeMails(
	mails: ReviewMails,
	reopen: (entry: MailEntry) => Promise<void>,
	mayResend: (entries: readonly MailEntry[]) => Promise<boolean> = async () => true,
): DescribedOutbox<OutboxMailKey> {
	const described = describeOutbox(mails.outbox, mailOutboxFormat, mailWords);
	const entriesOf = (ids: readonly string[]) => mails.outbox.entries.filter(({ id }) => ids.includes(id));
	return Object.assign(described, {
		sendNow: async (...ids: readonly string[]) => {
			if (await mayResend(entriesOf(ids))) await mails.outbox.sendNow(...ids);
		},
		sendAll: async (ids: readonly string[]) => {
			if (await mayResend(entriesOf(ids))) await mails.outbox.sendAll(ids);
		},
		undo: async (group?: string) => {
			// Until its document is open, an edited mail stays, so that the text is always in at least one of the two.
			const undone = await mails.undo(group, (entry) => (isEdited(entry) ? notReopened : undefined));
			const reopened = undone.filter(isEdited).map(async (entry) => {
				await reopen(entry);
				await mails.discard(entry.id);
			});
			const failed = (await Promise.allSettled(reopened)).find((one) => one.status === 'rejected');
			if (failed) throw new ForgeError('surprise', notTakenOut, { cause: failed.reason });
			return undone.map(describeMailEntry);
		},
		discard: async (...ids: readonly string[]) => {
			const entries = entriesOf(ids);
			// First, so that the text is always in at least one of the two.
			for (const entry of entries.filter(isEdited)) await reopen(entry);
			return mails.discard(...ids);
		},
	});
}

/** Whether the user has edited a mail in its document. */
const isEdited = ({ steps }: MailEntry): boolean => steps.at(-1)?.change.composed !== undefined;

/** An entry with the words for it. */
export const describeMailEntry = (entry: MailEntry): DescribedEntry<OutboxMailKey> =>
	describeEntry(mailOutboxFormat, mailWords, entry);
