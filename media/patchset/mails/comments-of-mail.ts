import { h, type VirtualElement } from '../../kit/draw.ts';

/** Where `Comments` puts the comments on a mail. */
export const commentsOfMail = (mail: number): VirtualElement =>
	h('div', { key: 'comments', keepsChildren: true, 'data-comments-of': mail });
