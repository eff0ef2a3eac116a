import type { VirtualElement } from '../../kit/draw.ts';
import { iconButton, toolbar } from '../../kit/page-elements.ts';

/** The buttons for a mail, before others. `what` names it for screen readers. */
export const mailActions = (
	mailId: number,
	what: string,
	...others: readonly VirtualElement[]
): VirtualElement =>
	toolbar(
		`Actions for ${what}`,
		'actions push',
		iconButton(`Reply to ${what}`, 'reply', {
			tip: 'Reply',
			isTipAtEnd: true,
			'data-do': 'reply',
			'data-mail': mailId,
		}),
		iconButton(`Show original of ${what}`, 'output', {
			tip: 'Show original',
			isTipAtEnd: true,
			'data-do': 'show-original',
			'data-mail': mailId,
		}),
		iconButton(`Copy Message-ID of ${what}`, 'mention', {
			tip: 'Copy Message-ID',
			isTipAtEnd: true,
			'data-do': 'copy-message-id',
			'data-mail': mailId,
		}),
		iconButton(`Copy link to ${what}`, 'link', {
			tip: 'Copy link',
			isTipAtEnd: true,
			'data-do': 'copy-mail-link',
			'data-mail': mailId,
		}),
		...others,
	);
