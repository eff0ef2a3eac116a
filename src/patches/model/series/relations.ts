import { formerTitle, titleKey, togetherKey } from './mails/identity.ts';
import type { SeriesMail, SeriesPatchset } from './mails/series-mail.ts';

/** A Message-ID, a title, the id of a patchset and so on. Equal values of different kinds do no harm. */
export type Relation = string | number;

/** The title, and the one that it replaces. */
const titlesOf = (title: string): readonly Relation[] => {
	const former = formerTitle(title);
	return former === undefined ? [titleKey(title)] : [titleKey(title), titleKey(former)];
};

/**
 * What a mail has in common with the mails to whose series `chainsOf` may add it. Mails that share no relation, not even by way of other
 * mails, do not affect each other. Not for mails that `numberMails` may number.
 */
export function relationsOfMail(mail: SeriesMail): readonly Relation[] {
	const { messageId, inReplyTo, references, kind, changeId, subject } = mail;
	const ids = [messageId, inReplyTo, ...references];
	// An incomplete series looks for its other patches.
	const together = subject.of === undefined ? undefined : togetherKey(mail);
	const all = kind === 'reply' ? ids : [...ids, changeId, together, ...titlesOf(subject.title)];
	return all.filter((one) => one !== undefined);
}

/** What a patchset has in common with the mails and the other patchsets of its series. */
export function relationsOfPatchset(patchset: SeriesPatchset): readonly Relation[] {
	const { id, subject, messageId, coverMessageId, supersededBy } = patchset;
	const all = [id, supersededBy, messageId, coverMessageId, ...titlesOf(subject)];
	return all.filter((one) => one !== undefined);
}
