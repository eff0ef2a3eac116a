import { isLate, lateMails } from '../../patches/model/review-comment.ts';
import type { SendState } from '../../patches/page/protocol/comment-protocol.ts';
import { capitalize, formatClock } from '../../platform/model/words.ts';
import { outboxNoteOf } from '../../platform/page/outbox-note.ts';
import { isListed, shortReason, whyNotDone } from '../../platform/state/outbox/text.ts';
import type { DescribedMail, WaitingMails } from '../state/outbox-mail.ts';
import type { ReviewComment } from '../state/review-comments.ts';

const noButtons = { entry: '', button: '', discard: '' };

/** What the page says about a comment in a mail of the outbox. */
export function waitingState(entry: DescribedMail, now: number): SendState {
	if (!isListed(entry, now)) return { text: 'Being sent…', isProblem: false, ...noButtons };
	const { isProblem, button } = outboxNoteOf(entry, now);
	const text = capitalize(whyNotDone(entry, now));
	return { text, isProblem, button, discard: 'Discard', entry: entry.id };
}

/** How far a comment is on its way to the list, where there is little space; empty for a draft. */
export function sentLabel({ id, state }: ReviewComment, mails: WaitingMails, now: number): string {
	const entry = mails.mailWith(id);
	if (entry) return capitalize(shortReason(entry, now));
	return state === 'sent' ? 'Not on the list yet' : '';
}

/** What the page says about a comment that was sent and is not on the list. `all`: the comments that were sent. */
export function notOnList(
	comment: ReviewComment,
	all: readonly ReviewComment[],
	now: number,
	zone?: string,
): SendState {
	const sent = `Sent ${formatClock(comment.saved, zone)}`;
	if (!isLate(comment, now)) return { text: `${sent}, not on the list yet`, isProblem: false, ...noButtons };
	const { sentIn = '' } = comment.body;
	return {
		text: `${sent}, but not on the list. It may be waiting for a moderator, or the mail server may have returned it to you.`,
		isProblem: true,
		...(lateMails(all, now).includes(sentIn)
			? { entry: sentIn, button: 'Send Again', discard: 'Stop Waiting' }
			: noButtons),
	};
}
