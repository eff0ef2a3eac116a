import { count } from '../../../src/base/text/numbers.ts';
import type { PatchsetSnapshot } from '../../../src/patches/page/protocol/protocol.ts';
import { type Child, h } from '../../kit/draw.ts';
import { tipWithKey } from '../../kit/keys.ts';
import { icon } from '../../kit/page-elements.ts';

const draftsIn = ({ comments }: PatchsetSnapshot) => comments.filter(({ sendState }) => sendState === null);

export const hasDrafts = (snapshot: PatchsetSnapshot): boolean => draftsIn(snapshot).length > 0;

/** Says how many comments the user has not sent, and with several accounts by whom they will be sent. It is there from the first comment on. */
export const reviewBar = (snapshot: PatchsetSnapshot): Child => {
	const { replyProblem, owner } = snapshot;
	const drafts = draftsIn(snapshot).length;
	return (
		drafts > 0 &&
		h(
			'section',
			{ key: 'review-bar', class: 'review-bar bottom-bar', 'aria-label': 'Your review' },
			icon('comment-draft'),
			h('b', {}, count(drafts, 'draft comment')),
			replyProblem !== '' && h('span', { class: 'aside-text row' }, icon('warning', 'warn'), replyProblem),
			h(
				'button',
				{
					class: 'button primary push tip-end tip-up',
					type: 'button',
					'data-do': 'finish-review',
					...tipWithKey('See the mails before anything is sent', 'R', 'Shift+R'),
				},
				owner ? `Finish Review as ${owner.account}…` : 'Finish Review…',
			),
		)
	);
};
