import { parseTime } from '../../forge/read.ts';
import type { ShortUser } from '../../forge/shapes/people.ts';
import type { Mail } from './mail/mail.ts';
import { parseMail } from './mail/parse-mail.ts';
import { parsePatches } from './patch/parse-patch.ts';
import type { Patch } from './patch/patch.ts';

/** A mail of a list with its text, read. */
export interface WholeMail {
	/** The forge's id of the mail. */
	readonly id: number;
	/** The mail that it replies to. */
	readonly parentId: number | undefined;
	/** The mail that starts the thread; undefined for that mail itself. */
	readonly threadId: number | undefined;
	/** When it arrived, in milliseconds since 1970. */
	readonly arrived: number | undefined;
	/** Null if the sender has no account. */
	readonly sender: ShortUser | null;
	readonly mail: Mail;
	/** Empty if the mail has none, as replies and cover letters do not. */
	readonly patches: readonly Patch[];
	/** The mail as the forge has received it. */
	readonly envelope: string;
}

/** The part of a mail that a list of mails has. */
interface Listed {
	readonly id: number;
	readonly created: string;
	readonly parent: number | null;
	readonly thread: number | null;
	readonly sender: ShortUser | null;
}

/** Parses a mail and its patches. Any text is a mail. */
export function wholeMailOf({ id, created, parent, thread, sender }: Listed, envelope: string): WholeMail {
	const mail = parseMail(envelope);
	return {
		id,
		parentId: parent ?? undefined,
		threadId: thread ?? undefined,
		arrived: parseTime(created),
		sender,
		mail,
		patches: parsePatches(mail),
		envelope,
	};
}
