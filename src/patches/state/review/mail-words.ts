import { visible } from '../../../base/text/invisible-characters.ts';
import { truncate } from '../../../base/text/truncate.ts';
import { parseSubject } from '../../../mail/patch/subject.ts';
import { listRef, parseSeriesId } from '../../../platform/model/keys.ts';
import {
	type ChangeWords,
	type DescribedEntry,
	type DescribedOutbox,
	describeEntry,
	describeOutbox,
} from '../../../platform/state/outbox/describe-outbox.ts';
import { type MailEntry, mailOutboxFormat, type OutboxMail, type OutboxMailKey } from './outbox-mail.ts';
import type { ReviewMails } from './review-mails.ts';

const longestTitle = 50;

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

/** The outbox of mails with the words for them. */
export const describeMails = (mails: ReviewMails): DescribedOutbox<OutboxMailKey> =>
	Object.assign(describeOutbox(mails.outbox, mailOutboxFormat, mailWords), {
		discard: (...ids: readonly string[]) => mails.discard(...ids),
	});

/** An entry with the words for it. */
export const describeMailEntry = (entry: MailEntry): DescribedEntry<OutboxMailKey> =>
	describeEntry(mailOutboxFormat, mailWords, entry);
