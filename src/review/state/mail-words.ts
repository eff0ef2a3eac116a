import { visible } from '../../base/text/invisible-characters.ts';
import { truncate } from '../../base/text/truncate.ts';
import { parseSubject } from '../../mail/patch/subject.ts';
import { listRef, parseSeriesId } from '../../platform/model/keys.ts';
import type { OutboxKind } from '../../platform/state/outbox/described-entry.ts';
import { mailOutboxFormat, type OutboxMail, type OutboxMailKey } from './outbox-mail.ts';

const longestTitle = 50;

/** The subject without its brackets, which would hide the title where there is little space. */
function titleOf(subject: string): string {
	const { isReply, title } = parseSubject(subject);
	return `${isReply ? 'Re: ' : ''}${visible(title || subject)}`;
}

/** A mail in a sentence. */
export const quotedTitle = ({ subject }: { readonly subject: string }): string =>
	`“${truncate(titleOf(subject), longestTitle)}”`;

/** Mails of the user. */
export const mailKind: OutboxKind<OutboxMailKey, OutboxMail> = {
	...mailOutboxFormat,
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
