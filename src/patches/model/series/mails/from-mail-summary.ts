import { isDeepStrictEqual } from 'node:util';
import { remember } from '../../../../base/remember.ts';
import { parseTime } from '../../../../forge/contract/read.ts';
import type { ShortUser } from '../../../../forge/shapes/people.ts';
import { personOf, readAddresses } from '../../../../mail/message/address.ts';
import type { Address } from '../../../../mail/message/mail.ts';
import { hasPullPrefix } from '../../../../mail/patch/pull.ts';
import { parseSubject } from '../../../../mail/patch/subject.ts';
import { maySharePerson } from './identity.ts';
import { mailKindOf } from './mail-kind.ts';
import type { SeriesMail } from './series-mail.ts';

/** The part of a mail that a list of mails has. */
interface ListedMail {
	readonly id: number;
	readonly created: string;
	readonly subject: string;
	readonly messageId: string;
	readonly parent: number | null;
	readonly thread: number | null;
	readonly sender: ShortUser | null;
	readonly patchset: { readonly submitter: string | null } | null;
	/** The sender by the text, if it was read and nothing else names them. */
	readonly from?: Address;
	readonly isPull: boolean;
	/** Set if it has no patch although its subject says so. */
	readonly hasNoPatch?: true;
}

/** A listed mail with what series are built from. */
export interface SeriesMailSummary extends SeriesMail {
	/** The forge's id of the mail. */
	readonly id: number;
	readonly messageId: string;
	/** Whether only the text of the mail can tell whether `from` is right. */
	readonly isFromGuessed: boolean;
}

const unknownSender = 'unknown sender in ';

export const isUnknownSender = ({ email }: Address): boolean => email.startsWith(unknownSender);

/** The name of a sender, or else the address or account; empty if none is known. */
export const senderName = (sender: Address): string =>
	sender.name || (isUnknownSender(sender) ? '' : sender.email);

/**
 * Reads what series are built from. `mails` has all known mails of the list, by id. Returns the same objects as `before` for mails of which
 * nothing has changed.
 */
export function seriesMailsOf(
	mails: ReadonlyMap<number, ListedMail>,
	before: ReadonlyMap<number, SeriesMailSummary> = new Map(),
): readonly SeriesMailSummary[] {
	// The forge names the address of a sender only with a patchset, and makes none of an incomplete series.
	const addresses = new Map<string, Address>();
	for (const { sender, patchset } of mails.values()) {
		const address = sender && submitterOf(patchset);
		if (address) addresses.set(sender.canonical_name, address);
	}
	const submitters = submittersByThread(mails.values());
	const knownSender = ({ sender, patchset, from }: ListedMail): Address | undefined =>
		submitterOf(patchset) ??
		(sender
			? (addresses.get(sender.canonical_name) ?? { name: sender.name, email: sender.canonical_name })
			: from);
	const guessedSender = (mail: ListedMail): Address => {
		const { isPatch, isReply } = readSubject(mail.subject);
		const submitter = isPatch && !isReply ? submitters.get(threadOf(mail)) : undefined;
		// Senders without an account may differ, but probably not in a thread.
		return submitter ?? { name: '', email: `${unknownSender}${threadOf(mail)}` };
	};
	const messageIdOf = (id: number) => mails.get(id)?.messageId || `mail ${id}`;
	return [...mails.values()].map((mail): SeriesMailSummary => {
		const { id, created, parent, thread } = mail;
		const from = knownSender(mail);
		const subject = readSubject(mail.subject);
		const inReplyTo = parent === null ? undefined : messageIdOf(parent);
		const root = thread === null || thread === parent ? undefined : messageIdOf(thread);
		const facts = {
			// Unknown until its text was read.
			hasPatches: mail.hasNoPatch ? false : undefined,
			isPull: mail.isPull || hasPullPrefix(mail.subject),
			isListing: false,
		};
		const read = {
			id,
			messageId: messageIdOf(id),
			inReplyTo,
			references: [root, inReplyTo].filter((one) => one !== undefined),
			from: from ?? guessedSender(mail),
			isFromGuessed: !from,
			date: parseTime(created),
			subject,
			kind: mailKindOf({ subject, inReplyTo, ...facts }),
			listed: [],
			changeId: undefined,
			baseCommit: undefined,
		};
		const known = before.get(id);
		return known && isSame(known, read) ? known : read;
	});
}

const isSame = (one: SeriesMailSummary, other: SeriesMailSummary): boolean =>
	one.messageId === other.messageId &&
	one.inReplyTo === other.inReplyTo &&
	one.references[0] === other.references[0] &&
	one.references.length === other.references.length &&
	one.from.email === other.from.email &&
	one.from.name === other.from.name &&
	one.isFromGuessed === other.isFromGuessed &&
	one.date === other.date &&
	one.kind === other.kind &&
	(one.subject === other.subject || isDeepStrictEqual(one.subject, other.subject));

export const readSubject = remember(parseSubject);

const threadOf = ({ id, thread }: ListedMail): number => thread ?? id;

/**
 * Who has sent the patchsets of each thread in which one person has sent them all. A patch that replaces another one has no patchset, so only
 * the others can show who has sent it.
 */
function submittersByThread(mails: Iterable<ListedMail>): ReadonlyMap<number, Address> {
	// Undefined for a thread with several submitters.
	const submitters = new Map<number, Address | undefined>();
	for (const mail of mails) {
		const submitter = submitterOf(mail.patchset);
		if (!submitter) continue;
		const thread = threadOf(mail);
		const other = submitters.has(thread) ? submitters.get(thread) : submitter;
		submitters.set(thread, other && maySharePerson(other, submitter) ? other : undefined);
	}
	return new Map([...submitters].flatMap(([thread, submitter]) => (submitter ? [[thread, submitter]] : [])));
}

const submitterOf = (patchset: ListedMail['patchset']): Address | undefined =>
	readSubmitter(patchset?.submitter ?? '');

/** The sender in a From header. Undefined if it is empty. */
export const readSubmitter = remember((header) => personOf(readAddresses(header, new Set())));
