import type { MailSubject } from '../../../../mail/patch/patch.ts';
import { hasWord } from './prefix.ts';

/**
 * What a mail is for. `cover`: it introduces a series. `pull`: it asks to pull from a repository. `reply`: it replies to another mail.
 * A plain mail that patches reply to is `other` here; only the series knows that it is their cover letter.
 */
export type MailKind = 'patch' | 'cover' | 'reply' | 'pull' | 'other';

interface Facts {
	readonly subject: MailSubject;
	/** Undefined if the text is not known, as in a list of mails. */
	readonly hasPatches: boolean | undefined;
	readonly isPull: boolean;
	/** Whether its text lists patches, as a cover letter does. */
	readonly isListing: boolean;
	readonly inReplyTo: string | undefined;
}

/**
 * A reply that contains a patch is still a reply: it suggests a change, and is not a new version of what it replies to. A numbered patch
 * (`2/3`) needs no diff, because a commit may be empty.
 */
export function mailKindOf({ subject, hasPatches, isPull, isListing, inReplyTo }: Facts): MailKind {
	const { isReply, isPatch, prefix, number } = subject;
	if (isReply) return 'reply';
	const isNumbered = isPatch && number !== undefined && number > 0;
	// A cover letter may also offer its commits as a pull request does.
	const isCover = isPatch && number === 0 && !hasWord(prefix, 'pull');
	if (isPull && !isCover && !(isNumbered && hasPatches)) return 'pull';
	if (isPatch && (number === 0 || isListing)) return 'cover';
	if (isNumbered || (hasPatches ?? isPatch)) return 'patch';
	return inReplyTo === undefined ? 'other' : 'reply';
}
