import type { ShownReply } from '../../../src/patches/page/protocol/protocol.ts';
import { h, type VirtualElement } from '../../kit/draw.ts';
import { avatar, iconButton, originOf, person, time } from '../../kit/page-elements.ts';
import { commentsOfMail } from './comments-of-mail.ts';
import { mailBlocks } from './mail-text.ts';

const inMail = (mailId: number, subject: string): VirtualElement =>
	h(
		'span',
		{ class: 'in-mail' },
		'in ',
		h(
			'button',
			{ class: 'text-button', type: 'button', 'data-do': 'show-mail', 'data-mail': mailId, title: subject },
			subject,
		),
	);

/** A reply to the version before, on one line until the user unfolds it. */
const remark = (
	{ mail, by, time: when, blocks }: ShownReply,
	{ label, excerpt, version }: NonNullable<ShownReply['earlier']>,
): VirtualElement =>
	h(
		'article',
		{
			key: mail,
			class: 'reply earlier',
			'data-mail': mail,
			'aria-label': `Remark by ${by.name} ${label}`,
		},
		h(
			'details',
			{},
			h('summary', {}, h('span', { class: 'mark' }, label), ` ${by.name}: `, h('bdi', {}, excerpt)),
			mailBlocks(blocks),
			h(
				'p',
				{ class: 'aside-text' },
				time(when),
				' · ',
				h(
					'button',
					{
						class: 'text-button',
						type: 'button',
						'data-do': 'version',
						'data-version': version,
						'data-mail': mail,
					},
					'Show in its discussion',
				),
			),
		),
	);

/** A reply, below the lines that it quotes. */
export const reply = (shown: ShownReply): VirtualElement =>
	shown.earlier ? remark(shown, shown.earlier) : ownReply(shown);

const ownReply = ({ mail, by, time: when, subject, blocks, isUnseen }: ShownReply): VirtualElement =>
	h(
		'article',
		{
			key: mail,
			class: 'reply',
			tabindex: '-1',
			'data-mail': mail,
			'aria-label': `${isUnseen ? 'New reply' : 'Reply'} by ${by.name}`,
		},
		h(
			'div',
			{ class: 'by' },
			avatar(by, 'small'),
			person(by),
			originOf(by),
			time(when),
			subject && inMail(mail, subject),
			isUnseen && h('span', { class: 'fresh' }),
			iconButton('Show in discussion', 'comment', {
				'data-do': 'show-mail',
				'data-mail': mail,
				isTipAtEnd: true,
			}),
		),
		mailBlocks(blocks),
		commentsOfMail(mail),
	);

/** The class of a thread, also if all its replies are to the version before. */
export const threadClass = (name: string, replies: readonly ShownReply[]): string =>
	`${name}${replies.every(({ earlier }) => earlier) ? ' only-earlier' : ''}`;

/** Replies below the lines of a text that they quote. */
export const textThread = (replies: readonly ShownReply[]): VirtualElement =>
	h('div', { class: threadClass('text-thread', replies) }, ...replies.map(reply));
