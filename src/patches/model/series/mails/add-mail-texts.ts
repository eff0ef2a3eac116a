import type { Address } from '../../../../mail/message/mail.ts';
import { seriesMailOf } from './from-mail.ts';
import type { SeriesMailSummary } from './from-mail-summary.ts';
import type { FullMail } from './full-mail.ts';
import type { SeriesMail } from './series-mail.ts';

/** Reading a large patch takes time, so it is read once. */
const known = new WeakMap<FullMail, SeriesMail>();

function fromText(whole: FullMail): SeriesMail {
	const before = known.get(whole);
	if (before) return before;
	const read = seriesMailOf(whole.mail, whole.patches);
	known.set(whole, read);
	return read;
}

/** Adds what the texts say to mails that were listed. `whole` has the mails whose texts are known, by id. */
export function addMailTexts(
	listed: readonly SeriesMailSummary[],
	whole: ReadonlyMap<number, FullMail>,
): readonly SeriesMailSummary[] {
	const senders = sendersOf(listed, whole);
	return listed.map((mail) => {
		const text = whole.get(mail.id);
		if (!text) return { ...mail, from: (!isNamed(mail) && senders.get(mail.from.email)) || mail.from };
		const read = fromText(text);
		return {
			...read,
			id: mail.id,
			messageId: mail.messageId,
			// The forge knows better to which mail an id belongs.
			inReplyTo: mail.inReplyTo ?? read.inReplyTo,
			references: read.references.length > 0 ? read.references : mail.references,
			// The list is grouped by the senders that the forge names, and a page must have the same versions.
			from: isNamed(mail) || read.from.email === '' ? mail.from : read.from,
			isFromGuessed: isNamed(mail) ? false : read.from.email === '',
			// When a mail arrived is more reliable than its Date header.
			date: mail.date ?? read.date,
			kind: mail.kind === 'pull' && text.patches.length === 0 ? 'pull' : read.kind,
		};
	});
}

/** The addresses of senders that are listed without one, as far as the texts of other mails have them. */
function sendersOf(
	listed: readonly SeriesMailSummary[],
	whole: ReadonlyMap<number, FullMail>,
): ReadonlyMap<string, Address> {
	const senders = new Map<string, Address>();
	for (const mail of listed) {
		const text = whole.get(mail.id);
		if (!text || mail.from.email.includes('@') || text.mail.from.email === '') continue;
		senders.set(mail.from.email, text.mail.from);
	}
	return senders;
}

/** Whether a mail is listed with the address of its sender. */
const isNamed = ({ from, isFromGuessed }: SeriesMailSummary): boolean =>
	!isFromGuessed && from.email.includes('@');
