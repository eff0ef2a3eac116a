import { visible } from '../../../base/text/invisible-characters.ts';
import { truncate } from '../../../base/text/truncate.ts';
import { listRef, parseSeriesId } from '../../../platform/model/keys.ts';
import {
	type ChangeWords,
	type DescribedEntry,
	type DescribedOutbox,
	describeEntry,
	describeOutbox,
} from '../../../platform/state/outbox/describe-outbox.ts';
import {
	type LeavingKey,
	type LeavingMail,
	type MailEntry,
	type MailOutbox,
	mailOutboxFormat,
} from './leaving-mail.ts';

const longestSubject = 60;

const titleOf = ({ subject }: LeavingMail): string => `“${truncate(visible(subject), longestSubject)}”`;

/** The words for mails. */
const mailWords: ChangeWords<LeavingKey, LeavingMail> = {
	noun: 'mail',
	refOf: listRef,
	shortRefOf: (_key, mail) => titleOf(mail),
	describe: (mail) => `Mail ${titleOf(mail)}`,
	verbOf: () => 'send a mail to',
	describeProgress: (_change, what) => `Sending ${what}`,
	done: 'sent',
	rowOf: ({ key, id, steps }) => {
		const { subject = '', series = '', answered } = steps.at(-1)?.change ?? {};
		return {
			change: 'Mail',
			name: key.list,
			title: visible(subject),
			spokenName: `${visible(subject)}, to ${listRef(key)}`,
			about: { kind: 'change', key: parseSeriesId(series), mail: answered, entry: id },
			open: { id: 'tildeforge.openPatchsetRow', title: 'Open Patchset' },
		};
	},
};

/** The outbox of mails with the words for them. */
export const describeMails = (outbox: MailOutbox): DescribedOutbox<LeavingKey> =>
	describeOutbox(outbox, mailOutboxFormat, mailWords);

/** An entry with the words for it. */
export const describeMailEntry = (entry: MailEntry): DescribedEntry<LeavingKey> =>
	describeEntry(mailOutboxFormat, mailWords, entry);
