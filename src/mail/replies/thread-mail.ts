import type { Mail } from '../message/mail.ts';
import type { Patch } from '../patch/patch.ts';

/** A mail, with the patches that are in it. */
export interface MailWithPatches {
	readonly mail: Mail;
	/** Empty if the mail has none, as replies and cover letters do not. */
	readonly patches: readonly Patch[];
}

/** A mail of a thread. */
export interface ThreadMail extends MailWithPatches {
	/** The forge's id of the mail. */
	readonly id: number;
	/** The mail that it replies to. */
	readonly parentId: number | undefined;
	/** When it arrived, in milliseconds since 1970. */
	readonly arrived: number | undefined;
}
