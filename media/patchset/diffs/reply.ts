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

/** A reply, below the lines that it quotes. */
export const reply = ({ mail, by, time: when, subject, blocks, isUnseen }: ShownReply): VirtualElement =>
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

/** Replies below the lines of a text that they quote. */
export const textThread = (replies: readonly ShownReply[]): VirtualElement =>
	h('div', { class: 'text-thread' }, ...replies.map(reply));
