import type { ParseWarning } from '../text/parse-warnings.ts';

/** A person as a mail names them. Both fields may be empty. */
export interface Address {
	readonly name: string;
	/** Lower or upper case as written. */
	readonly email: string;
}

/** A part of a mail that has a name or that is not text to be read, such as an attached patch. */
export interface Attachment {
	/** Without a folder. Empty if the mail does not name it. */
	readonly name: string;
	/** The media type in lower case, such as `text/x-patch`. */
	readonly type: string;
	/** The decoded text, if it is text; otherwise undefined, because its bytes may not have survived. */
	readonly text: string | undefined;
}

/** A mail, read. It keeps no reference to more of the envelope than `text` and the attachments need. */
export interface Mail {
	/** With its angle brackets. Undefined if the mail has none. */
	readonly messageId: string | undefined;
	/** The first Message-ID of In-Reply-To, with its angle brackets. */
	readonly inReplyTo: string | undefined;
	/** The Message-IDs of References, oldest first, with their angle brackets. */
	readonly references: readonly string[];
	readonly from: Address;
	readonly to: readonly Address[];
	readonly cc: readonly Address[];
	readonly replyTo: readonly Address[];
	/** Unfolded and decoded. */
	readonly subject: string;
	/** The Date header as written, unfolded; empty if there is none. */
	readonly dateText: string;
	/** In milliseconds since 1970; undefined if the header is missing or unreadable. */
	readonly date: number | undefined;
	/**
	 * The text to read: the decoded plain text parts, one after the other. Lines end as in the mail. Patches are parsed from it, and
	 * offsets of hunks point into it.
	 */
	readonly text: string;
	readonly attachments: readonly Attachment[];
	readonly warnings: readonly ParseWarning[];
}
