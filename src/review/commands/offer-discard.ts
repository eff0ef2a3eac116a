import { count } from '../../base/text/numbers.ts';
import { showInformation } from '../../platform/editor/messages.ts';
import { isSameVersion } from '../../platform/state/texts/text.ts';
import { draftsOf, type WaitingMails } from '../state/outbox-mail.ts';
import type { CommentVersion, PreparedMail } from '../state/prepare-mail.ts';
import type { ReviewComments } from '../state/review-comments.ts';
import type { MailDocuments } from './mail-documents.ts';

interface Drafts {
	readonly comments: ReviewComments;
	readonly documents: MailDocuments;
	readonly mails: WaitingMails;
}

/**
 * Offers to discard the drafts of mails that the user has taken elsewhere: only the user knows whether they were sent. `how` says what was done,
 * such as `saved as 2 files`. Until the user answers, they may send the drafts.
 */
export async function offerDiscard(
	{ comments, documents, mails }: Drafts,
	taken: readonly PreparedMail[],
	how: string,
): Promise<void> {
	// What was written since is in no mail.
	const isDraft = (version: CommentVersion) =>
		[...draftsOf(comments, mails), ...documents.written].some(
			(draft) => draft.id === version.id && isSameVersion(draft, version),
		);
	const drafts = taken.flatMap((mail) => [...mail.comments, mail.document ?? []].flat()).filter(isDraft);
	if (drafts.length === 0) return;
	const what = taken.length === 1 ? 'mail' : 'review';
	const named = drafts.length === 1 ? 'its draft' : `its ${drafts.length} drafts`;
	const discard = drafts.length === 1 ? 'Discard Draft' : 'Discard Drafts';
	if ((await showInformation(`Your ${what} was ${how}. Discard ${named}?`, discard)) !== discard) return;
	const textsOf = (id: string) => (comments.get(id) ? comments : documents.texts);
	const discarded: string[] = [];
	for (const draft of drafts) {
		if (!isDraft(draft)) continue;
		await textsOf(draft.id).discard(draft.id);
		discarded.push(draft.id);
	}
	const kept = drafts.length - discarded.length;
	const keptText = kept === 0 ? '' : ` ${count(kept, 'draft')} stayed: changed or sent in the meantime.`;
	const message = `${count(discarded.length, 'draft')} discarded.${keptText}`;
	if ((await showInformation(message, 'Undo')) !== 'Undo') return;
	for (const id of discarded) await textsOf(id).restore(id);
}
