import { count } from '../../../src/base/text/numbers.ts';
import type { PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import type { ShownSending } from '../../../src/patches/page/protocol/review-protocol.ts';
import { type Child, h } from '../../kit/draw.ts';
import { tipWithKey } from '../../kit/keys.ts';
import { icon } from '../../kit/page-elements.ts';
import { reviewButtons, reviewPanel } from './review-panel.ts';

const countDrafts = ({ comments }: PatchsetSnapshot): number =>
	comments.filter(({ sendState }) => sendState === null).length;

/** What the key `U` undoes in the bar: mails that were sent a moment ago. Empty if there are none. */
export const undoOfBar = (snapshot: PatchsetSnapshot | undefined): string =>
	(!snapshot?.sending?.isLate && snapshot?.sending?.undo) || '';

/** Says that mails are on their way, with *Undo*, or were refused. */
const sendingParts = ({ text, refused, undo, isLate }: ShownSending): readonly Child[] => [
	text !== '' && h('b', { key: 'sending', class: 'row', role: 'status' }, icon('clock'), text),
	refused !== '' &&
		h(
			'b',
			{
				key: 'refused',
				class: 'row tip-up',
				role: 'status',
				'data-tip': 'Why is said at the comments, and under Waiting in the Tickets view',
			},
			icon('warning', 'warn'),
			refused,
		),
	undo !== '' &&
		h(
			'button',
			{
				key: 'undo',
				class: 'button tip-up',
				type: 'button',
				'data-do': 'undo',
				'data-change': undo,
				...tipWithKey('Take back what is waiting', isLate ? '' : 'u'),
			},
			'Undo',
		),
];

/** Whether the bar has the button for the review, so that the one at the head of the page is not the primary one. */
export const hasBar = (snapshot: PatchsetSnapshot): boolean =>
	snapshot.review !== null || snapshot.sending !== null || countDrafts(snapshot) > 0;

/**
 * Says how many comments the user has not sent, and with several accounts by whom they will be sent, and what is on its way. It is there from the
 * first comment on, and has the panel in which they finish the review.
 */
export const reviewBar = (snapshot: PatchsetSnapshot): Child => {
	const { replyProblem, owner, review, sending } = snapshot;
	if (!hasBar(snapshot)) return false;
	const drafts = countDrafts(snapshot);
	const finish = h(
		'button',
		{
			key: 'finish',
			class: 'button primary push tip-end tip-up',
			type: 'button',
			'data-do': 'finish-review',
			...tipWithKey('See the mails before anything is sent', 'R', 'Shift+R'),
		},
		owner ? `Finish Review as ${owner.account}` : 'Finish Review',
	);
	return h(
		'section',
		{
			key: 'review-bar',
			class: review ? 'review-bar bottom-bar has-panel' : 'review-bar bottom-bar',
			'aria-label': 'Your review',
		},
		review && reviewPanel(review),
		...(sending ? sendingParts(sending) : []),
		(review || drafts > 0) && icon('comment-draft'),
		...(review ? reviewButtons(review, snapshot) : []),
		...(review || drafts === 0
			? []
			: [
					h('b', { key: 'drafts' }, count(drafts, 'draft comment')),
					replyProblem !== '' &&
						h('span', { class: 'aside-text row' }, icon('warning', 'warn'), replyProblem),
					finish,
				]),
	);
};
