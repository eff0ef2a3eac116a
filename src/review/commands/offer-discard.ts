import { count } from '../../base/text/numbers.ts';
import { showInformation } from '../../platform/editor/messages.ts';
import { isSameVersion } from '../../platform/state/texts/text.ts';
import { draftsOf, type WaitingMails } from '../state/outbox-mail.ts';
import type { CommentVersion } from '../state/prepare-mail.ts';
import type { ReviewComments } from '../state/review-comments.ts';

/**
 * Offers to discard comments that the user has taken elsewhere: only the user knows whether they were sent. `taken` says what was done, such
 * as `saved as 2 files`. Until the user answers, they may send the comments in `mails`.
 */
export async function offerDiscard(
	comments: ReviewComments,
	mails: WaitingMails,
	versions: readonly CommentVersion[],
	taken: string,
): Promise<void> {
	// What was written since is in no mail.
	const isDraft = (version: CommentVersion) =>
		draftsOf(comments, mails).some((draft) => draft.id === version.id && isSameVersion(draft, version));
	const drafts = versions.filter(isDraft);
	if (drafts.length === 0) return;
	const named = drafts.length === 1 ? 'the draft comment' : `the ${drafts.length} draft comments`;
	const discard = 'Discard Drafts';
	if ((await showInformation(`Your review was ${taken}. Discard ${named}?`, discard)) !== discard) return;
	const discarded: string[] = [];
	for (const draft of drafts) {
		if (!isDraft(draft)) continue;
		await comments.discard(draft.id);
		discarded.push(draft.id);
	}
	const kept = drafts.length - discarded.length;
	const keptText = kept === 0 ? '' : ` ${count(kept, 'comment')} stayed: changed or sent in the meantime.`;
	const message = `${count(discarded.length, 'draft comment')} discarded.${keptText}`;
	if ((await showInformation(message, 'Undo')) !== 'Undo') return;
	for (const id of discarded) await comments.restore(id);
}
