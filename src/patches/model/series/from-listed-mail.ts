import { isDeepStrictEqual } from 'node:util';
import { remember } from '../../../base/remember.ts';
import { parseTime } from '../../../forge/read.ts';
import type { ShortUser } from '../../../forge/shapes/people.ts';
import { personOf, readAddresses } from '../mail/address.ts';
import type { Address } from '../mail/mail.ts';
import { isPull } from '../patch/pull.ts';
import { parseSubject } from '../patch/subject.ts';
import { kindOf } from './kind.ts';
import type { SeriesMail } from './series-mail.ts';

/** The part of a mail that a list of mails has. */
interface Listed {
	readonly id: number;
	readonly created: string;
	readonly subject: string;
	readonly messageId: string;
	readonly parent: number | null;
	readonly thread: number | null;
	readonly sender: ShortUser | null;
	readonly patchset: { readonly submitter: string | null } | null;
	readonly isPull: boolean;
}

/** A listed mail with what series are built from. */
export interface ListedSeriesMail extends SeriesMail {
	/** The forge's id of the mail. */
	readonly id: number;
	readonly messageId: string;
}

const unknownSender = 'unknown sender in ';

/** The name of a sender, or else the address or account; empty if none is known. */
export const senderName = ({ name, email }: Address): string =>
	name || (email.startsWith(unknownSender) ? '' : email);

/**
 * Reads what series are built from. `mails` has all known mails of the list, by id. Returns the same objects as `before` for mails of which
 * nothing has changed.
 */
export function seriesMailsOf(
	mails: ReadonlyMap<number, Listed>,
	before: ReadonlyMap<number, ListedSeriesMail> = new Map(),
): readonly ListedSeriesMail[] {
	// Only patches that are complete have an address.
	const addresses = new Map<string, Address>();
	for (const { sender, patchset } of mails.values()) {
		const address = sender && submitterOf(patchset);
		if (address) addresses.set(sender.canonical_name, address);
	}
	const senderOf = ({ id, thread, sender, patchset }: Listed): Address =>
		submitterOf(patchset) ??
		(sender &&
			(addresses.get(sender.canonical_name) ?? { name: sender.name, email: sender.canonical_name })) ?? {
			name: '',
			// Senders without an account may differ, but probably not in a thread.
			email: `${unknownSender}${thread ?? id}`,
		};
	const messageIdOf = (id: number) => mails.get(id)?.messageId || `mail ${id}`;
	return [...mails.values()].map((mail): ListedSeriesMail => {
		const { id, created, parent, thread } = mail;
		const subject = readSubject(mail.subject);
		const inReplyTo = parent === null ? undefined : messageIdOf(parent);
		const root = thread === null || thread === parent ? undefined : messageIdOf(thread);
		const facts = {
			hasPatches: undefined,
			isPull: mail.isPull || isPull({ subject: mail.subject, text: '' }),
			isListing: false,
		};
		const read = {
			id,
			messageId: messageIdOf(id),
			inReplyTo,
			references: [root, inReplyTo].filter((one) => one !== undefined),
			from: senderOf(mail),
			date: parseTime(created),
			subject,
			kind: kindOf({ subject, inReplyTo, ...facts }),
			listed: [],
			changeId: undefined,
			baseCommit: undefined,
		};
		const known = before.get(id);
		return known && isSame(known, read) ? known : read;
	});
}

const isSame = (one: ListedSeriesMail, other: ListedSeriesMail): boolean =>
	one.messageId === other.messageId &&
	one.inReplyTo === other.inReplyTo &&
	one.references[0] === other.references[0] &&
	one.references.length === other.references.length &&
	one.from.email === other.from.email &&
	one.from.name === other.from.name &&
	one.date === other.date &&
	one.kind === other.kind &&
	(one.subject === other.subject || isDeepStrictEqual(one.subject, other.subject));

export const readSubject = remember(parseSubject);

const submitterOf = (patchset: Listed['patchset']): Address | undefined =>
	readSubmitter(patchset?.submitter ?? '');

/** The sender in a From header. Undefined if it is empty. */
export const readSubmitter = remember((header) => personOf(readAddresses(header, new Set())));
