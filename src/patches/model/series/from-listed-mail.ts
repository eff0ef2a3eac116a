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
	/** The id of the mail that starts the thread. */
	readonly thread: number;
}

/** Reads what series are built from. `messageIdOf` returns the Message-ID of another mail of the list, if it is known. */
export function seriesMailOfListed(
	mail: Listed,
	messageIdOf: (id: number) => string | undefined,
): ListedSeriesMail {
	const { id, created, messageId, parent, thread } = mail;
	const subject = parseSubject(mail.subject);
	const inReplyTo = parent === null ? undefined : (messageIdOf(parent) ?? `<${parent}>`);
	const root = thread === null || thread === parent ? undefined : messageIdOf(thread);
	const facts = {
		hasPatches: undefined,
		isPull: mail.isPull || isPull({ subject: mail.subject, text: '' }),
		isListing: false,
	};
	return {
		id,
		thread: thread ?? id,
		messageId,
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
}

/** The sender's address is only known for patches. The names of accounts tell other senders apart. */
function senderOf({ sender, patchset }: Listed): Address {
	const submitter = personOf(readAddresses(patchset?.submitter ?? '', new Set()));
	return submitter ?? { name: sender?.name ?? '', email: sender?.canonical_name ?? '' };
}
