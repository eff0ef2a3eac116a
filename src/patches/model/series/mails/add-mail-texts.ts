import { rememberByObject } from '../../../../base/remember.ts';
import type { Address } from '../../../../mail/message/mail.ts';
import { seriesMailOf } from './from-mail.ts';
import type { SeriesMailSummary } from './from-mail-summary.ts';
import type { FullMail } from './full-mail.ts';

/** Reading a large patch takes time, so it is read once. */
const readFullMail = rememberByObject(({ mail, patches }: FullMail) => seriesMailOf(mail, patches));

/** Adds what the texts say to mails that were listed. `fullMails` has the mails whose texts are known, by id. */
export function addMailTexts(
	listed: readonly SeriesMailSummary[],
	fullMails: ReadonlyMap<number, FullMail>,
): readonly SeriesMailSummary[] {
	const senders = sendersOf(listed, fullMails);
	return listed.map((mail) => {
		const fullMail = fullMails.get(mail.id);
		if (!fullMail) return { ...mail, from: (!hasAddress(mail) && senders.get(mail.from.email)) || mail.from };
		const read = readFullMail(fullMail);
		return {
			...read,
			id: mail.id,
			messageId: mail.messageId,
			// The forge knows better to which mail an id belongs.
			inReplyTo: mail.inReplyTo ?? read.inReplyTo,
			references: read.references.length > 0 ? read.references : mail.references,
			// The list is grouped by the senders that the forge names, and a page must have the same versions.
			from: hasAddress(mail) || read.from.email === '' ? mail.from : read.from,
			isFromGuessed: hasAddress(mail) ? false : read.from.email === '',
			// When a mail arrived is more reliable than its Date header.
			date: mail.date ?? read.date,
			kind: mail.kind === 'pull' && fullMail.patches.length === 0 ? 'pull' : read.kind,
		};
	});
}

/** The addresses of senders that are listed without one, as far as the texts of other mails have them. */
function sendersOf(
	listed: readonly SeriesMailSummary[],
	fullMails: ReadonlyMap<number, FullMail>,
): ReadonlyMap<string, Address> {
	const senders = new Map<string, Address>();
	for (const mail of listed) {
		const from = fullMails.get(mail.id)?.mail.from;
		if (!from || mail.from.email.includes('@') || from.email === '') continue;
		senders.set(mail.from.email, from);
	}
	return senders;
}

/** Whether a mail is listed with the address of its sender. */
const hasAddress = ({ from, isFromGuessed }: SeriesMailSummary): boolean =>
	!isFromGuessed && from.email.includes('@');
