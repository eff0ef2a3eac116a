import { parseTime } from '../../../../forge/contract/read.ts';
import type { ShortUser } from '../../../../forge/shapes/people.ts';
import { parseMail } from '../../../../mail/message/parse-mail.ts';
import { parsePatches } from '../../../../mail/patch/parse-patch.ts';
import type { ThreadMail } from '../../../../mail/replies/thread-mail.ts';

/** A mail of a list, with its parsed text. */
export interface FullMail extends ThreadMail {
	/** The mail that starts the thread; undefined for that mail itself. */
	readonly threadId: number | undefined;
	/** Null if the sender has no account. */
	readonly sender: ShortUser | null;
	/** The mail as the forge received it. */
	readonly raw: string;
}

/** The part of a mail that is not in its text. */
interface MailHead {
	readonly id: number;
	readonly created: string;
	readonly parent: number | null;
	readonly thread: number | null;
	readonly sender: ShortUser | null;
}

/** Parses a mail and its patches. Any text is a mail. */
export function parseFullMail({ id, created, parent, thread, sender }: MailHead, raw: string): FullMail {
	const mail = parseMail(raw);
	return {
		id,
		parentId: parent ?? undefined,
		threadId: thread ?? undefined,
		arrived: parseTime(created),
		sender,
		mail,
		patches: parsePatches(mail),
		raw,
	};
}
