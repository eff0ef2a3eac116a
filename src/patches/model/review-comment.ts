import type { CommentedLines } from '../../mail/compose/commented-lines.ts';
import { idOfSeries, type ListKey, type MailKey } from '../../platform/model/keys.ts';

/** What a comment of a review is about. */
export interface CommentKey extends MailKey {
	readonly lines: CommentedLines;
}

/** What the user has written. */
export interface CommentBody {
	readonly text: string;
	/** The version that the comment was written on, until the user changes it. `isChanged`: the commented lines differ from that version. */
	readonly from?: { readonly version: string; readonly isChanged: boolean } | undefined;
	/** The Message-ID of the mail that it was sent in. */
	readonly sentIn?: string | undefined;
	/** Whether that mail was not for the list, so that it is never there. */
	readonly isPrivate?: boolean | undefined;
	/** The mail that it was sent in, stored with one comment of the mail, to be sent again if it does not arrive. */
	readonly mail?: unknown;
}

/** A comment that the user has written. */
export interface SavedComment {
	readonly key: CommentKey;
	readonly body: CommentBody;
	/** When it was last changed or sent, in milliseconds since 1970. */
	readonly saved: number;
}

/** A mail that the user is writing. */
export interface SavedMail {
	readonly id: string;
	readonly list: ListKey;
	/** Its header and its text. */
	readonly text: string;
	readonly saved: number;
}

/** Different keys have different ids. */
export function idOfComment({ lines, ...mail }: CommentKey): string {
	const indices = Object.entries(lines).toSorted(([one], [other]) => one.localeCompare(other));
	return `${idOfSeries(mail)} ${JSON.stringify(indices)}`;
}

export const isBlankComment = ({ text }: CommentBody): boolean => text.trim() === '';

/** Whether a comment contains everything that the other one does, so that replacing the other one loses nothing. */
export const continuesComment = (one: CommentBody, before: CommentBody): boolean =>
	one.text.startsWith(before.text);

/** Most mails are on the list after this time. */
const usualMs = 15 * 60_000;

/** Whether the mail of a comment that was sent should be on its list by now. The clock may have been set back since. */
export const isLate = ({ saved }: SavedComment, now: number): boolean => Math.abs(now - saved) > usualMs;

/** The Message-IDs of the mails of these comments that should be on their lists by now, and that can be put back into the outbox. */
export const lateMails = (sent: readonly SavedComment[], now: number): readonly string[] => {
	const kept = sent.filter((one) => one.body.mail !== undefined && isLate(one, now));
	return [...new Set(kept.flatMap(({ body }) => body.sentIn ?? []))];
};
