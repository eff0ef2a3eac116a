import type { FullMail } from '../../../src/patches/model/series/mails/full-mail.ts';
import type { ReplyOptions } from '../../../src/patches/page/parts/shown-replies.ts';

/** How replies are shown below the lines that they quote, of a page without links. */
export const replyOptions = (mails: ReadonlyMap<number, FullMail> = new Map()): ReplyOptions => ({
	links: { instances: [], tracker: undefined, people: new Map() },
	paths: new Set(),
	mails,
	isUnseen: () => false,
	now: Date.UTC(2026, 10, 9),
	zone: 'UTC',
});
