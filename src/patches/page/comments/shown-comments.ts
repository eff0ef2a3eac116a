import { formatClock } from '../../../platform/model/words.ts';
import type { ReviewComment } from '../../state/review/review-comments.ts';
import type { LeavingComment, ShownComment } from '../protocol/comment-protocol.ts';
import { placeOfLines, type ShownMails } from './comment-places.ts';

/** The comments of which the page shows what they are about. `leavingOf`: null for a draft. */
export const shownComments = (
	comments: readonly ReviewComment[],
	shown: ShownMails,
	leavingOf: (comment: ReviewComment) => LeavingComment | null,
	zone?: string,
): readonly ShownComment[] =>
	comments.flatMap((comment) => {
		const { id, key, revision, writer, body, saved } = comment;
		const at = placeOfLines(key.mail, key.lines, shown);
		if (!at) return [];
		const { text, from } = body;
		const origin = from ? `from ${from.version}, ${from.isChanged ? 'changed' : 'unchanged'} here` : '';
		const leaving = leavingOf(comment);
		return [{ id, revision, writer, body: { text }, saved: formatClock(saved, zone), at, origin, leaving }];
	});
