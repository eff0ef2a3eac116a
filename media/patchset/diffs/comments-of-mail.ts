import { h, type VirtualElement } from '../../kit/draw.ts';

/** Where `Comments` puts the comments on a mail. */
export const commentsOfMail = (mailId: number): VirtualElement =>
	h('div', { key: 'comments', keepsChildren: true, 'data-comments-of': mailId });
