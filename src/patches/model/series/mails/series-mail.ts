import type { Address } from '../../../../mail/message/mail.ts';
import type { MailSubject } from '../../../../mail/patch/patch.ts';
import type { MailKind } from './mail-kind.ts';

/** What a series is built from: the part of a mail that `chainsOf` reads. Callers may pass objects with more fields, and get the same objects back. */
export interface SeriesMail {
	/** With its angle brackets. A mail without one was never sent: `git format-patch` wrote it, and it is from the author. */
	readonly messageId: string | undefined;
	readonly inReplyTo: string | undefined;
	/** Oldest first. */
	readonly references: readonly string[];
	readonly from: Address;
	/** In milliseconds since 1970. */
	readonly date: number | undefined;
	readonly subject: MailSubject;
	readonly kind: MailKind;
	/** The titles that a cover letter without a number lists, in a group for each author. Empty for other mails. */
	readonly listed: readonly (readonly string[])[];
	/** The value of the trailer `change-id`, which is the same in all versions of a series that b4 has sent. */
	readonly changeId: string | undefined;
	/** The commit that the series applies to, from the trailer `base-commit`. */
	readonly baseCommit: string | undefined;
}

/** What a series is built from: a patchset as the forge sees it. */
export interface SeriesPatchset {
	readonly id: number;
	readonly subject: string;
	/** Empty if it has none. */
	readonly prefix: string;
	readonly version: number;
	readonly submitter: Address;
	/** In milliseconds since 1970. */
	readonly date: number | undefined;
	/** The Message-ID of any of its mails, with its angle brackets. */
	readonly messageId: string | undefined;
	readonly coverMessageId: string | undefined;
	/** The id of the version that follows it. Forges often leave it out. */
	readonly supersededBy: number | undefined;
}
