import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { maybe, type Read } from '../../../forge/contract/read.ts';
import type { Email, ShortEmail } from '../../../forge/shapes/lists.ts';
import { ShortUser } from '../../../forge/shapes/people.ts';
import { reviewKeys } from '../../../mail/compose/review-trailer.ts';
import { readSender } from '../../../mail/message/parse-mail.ts';
import type { ServiceAddresses } from '../../../platform/model/references.ts';
import { reviewTrailersOf } from '../../model/person-trailers.ts';
import { readSubject } from '../../model/series/mails/from-mail-summary.ts';
import type { FullMail } from '../../model/series/mails/full-mail.ts';
import { ticketNamesOf } from '../../model/ticket-names.ts';

/** A mail as the forge lists it, without its text. */
export const MailSummary = v.object({
	id: v.number(),
	/** When the mail arrived. */
	created: v.string(),
	subject: v.string(),
	/** With its angle brackets. */
	messageId: v.string(),
	parent: maybe(v.number()),
	/** The mail that starts the thread; null for that mail itself. */
	thread: maybe(v.number()),
	/** Null if the sender has no account. */
	sender: maybe(ShortUser),
	/** The id of the mail's patchset, and the From header of its mails. */
	patchset: maybe(v.object({ id: v.number(), submitter: maybe(v.string()) })),
	/** The sender by the From header, if neither `sender` nor `patchset` has a name. Absent if neither the forge nor the text has one. */
	from: v.exactOptional(v.object({ name: v.string(), email: v.string() })),
	/** Whether it asks to pull from a repository, which its subject need not say. */
	isPull: v.boolean(),
	/** The trailers that count for the review of patches. Absent if there are none, or if the text has not been read. */
	trailers: v.exactOptional(
		v.array(v.object({ key: v.picklist(reviewKeys), name: v.string(), email: v.string() })),
	),
	/** Set if the text of a mail with the subject of a single patch has no patch. Absent if the text has not been read. */
	hasNoPatch: v.exactOptional(v.literal(true)),
	/** The addresses in To and Cc of a patch or cover letter, in lower case. Absent if the text has not been read. */
	recipients: v.exactOptional(v.array(v.string())),
	/** The tickets that the text of a cover letter or patch names. Absent if there are none, or if the text has not been read. */
	tickets: v.exactOptional(v.array(v.object({ owner: v.string(), tracker: v.string(), ticket: v.number() }))),
});
export type MailSummary = Read<typeof MailSummary>;

/** Further recipients of a mail are left out. */
const maxRecipients = 50;

interface Mail extends ShortEmail {
	readonly is_request_pull?: Email['is_request_pull'];
	readonly envelope?: Email['envelope'];
}

/** `known` is the mail as it was listed before. */
export const mailSummaryOf = (
	mail: Mail,
	isPull = mail.is_request_pull === true,
	known?: MailSummary,
): MailSummary => {
	const from = needsFrom(mail) ? (known?.from ?? mail.from ?? readSender(mail.envelope ?? '')) : undefined;
	return {
		id: mail.id,
		created: mail.created,
		subject: mail.subject,
		messageId: mail.message_id,
		parent: mail.parent_id,
		thread: mail.thread_id,
		sender: mail.sender,
		patchset: mail.patchset && { id: mail.patchset.id, submitter: mail.patchset.submitter },
		...(from && { from }),
		isPull,
		...(known?.trailers && { trailers: known.trailers }),
		...(known?.hasNoPatch && { hasNoPatch: known.hasNoPatch }),
		...(known?.tickets && { tickets: known.tickets }),
		...(known?.recipients && { recipients: known.recipients }),
	};
};

/** Whether nothing else names the sender. */
const needsFrom = ({ sender, patchset }: Mail | MailSummary): boolean => !sender && !patchset?.submitter;

/**
 * Adds what the text of a mail says: its trailers, tickets and recipients, the sender if nothing else names them, and whether it lacks the patch that the
 * subject names. `home` is the forge of the list. Returns the same object if all of that was known.
 */
export function withText(summary: MailSummary, fullMail: FullMail, home: ServiceAddresses): MailSummary {
	const trailers = reviewTrailersOf(fullMail).map(({ key, person }) => ({ key, ...person }));
	const tickets = [...ticketNamesOf(fullMail, home)];
	const { name, email } = fullMail.mail.from;
	const from = needsFrom(summary) && email !== '' ? { name, email } : undefined;
	const { isPatch, isReply, number } = readSubject(summary.subject);
	const isSinglePatch = isPatch && number === undefined && !summary.patchset;
	const hasNoPatch = isSinglePatch && fullMail.patches.length === 0;
	const { to, cc } = fullMail.mail;
	const addresses = isReply ? [] : [...to, ...cc].map((one) => one.email.toLowerCase());
	const recipients = [...new Set(addresses)].slice(0, maxRecipients);
	const {
		trailers: before = [],
		tickets: ticketsBefore = [],
		from: fromBefore,
		hasNoPatch: hadNoPatch = false,
		recipients: recipientsBefore = [],
		...rest
	} = summary;
	const known = [before, ticketsBefore, fromBefore, hadNoPatch, recipientsBefore];
	if (isDeepStrictEqual([trailers, tickets, from, hasNoPatch, recipients], known)) return summary;
	return {
		...rest,
		...(from && { from }),
		...(trailers.length > 0 && { trailers }),
		...(tickets.length > 0 && { tickets }),
		...(hasNoPatch && { hasNoPatch }),
		...(recipients.length > 0 && { recipients }),
	};
}
