import type { PatchsetSnapshot, ShownMail } from '../../../src/patches/page/protocol/protocol.ts';
import { type Child, h, type VirtualElement } from '../../kit/draw.ts';
import { avatar, icon, originOf, person, time } from '../../kit/page-elements.ts';
import { commentsOfMail } from '../diffs/comments-of-mail.ts';
import type { ElementCache } from '../diffs/element-cache.ts';
import { failure } from '../diffs/failure.ts';
import { mailText } from '../diffs/mail-text.ts';
import { mailActions } from './mail-actions.ts';
import type { LoadedText, Mails } from './mails.ts';

/** Deeper replies are not indented further. */
const deepest = 6;

function textOrNotice({ id: mailId, lineCount }: ShownMail, text: LoadedText): Child {
	if (text === undefined)
		return h('p', { key: 'pending', class: 'pending-text', lines: lineCount, 'aria-busy': 'true' });
	if (text === null)
		return h('p', { key: 'unknown', class: 'muted' }, 'The text of this mail is not available.');
	if ('problem' in text) return failure(text.problem, { do: 'retry-mail', mail: String(mailId) });
	return mailText(text);
}

/** A button that goes to where the page shows a part of a mail. */
export const placeButton = (
	{ file, patch, line, text }: ShownMail['places'][number],
	mailId: number,
): VirtualElement =>
	h(
		'button',
		{
			class: 'text-button where',
			type: 'button',
			'data-do': 'show-place',
			'data-file': file,
			'data-patch': patch,
			'data-line': line,
			'data-mail': mailId,
		},
		text,
	);

const places = ({ places: all, id }: ShownMail): Child =>
	all.length > 0 &&
	h('p', { class: 'aside-text row' }, h('span', {}, 'Shown at'), ...all.map((one) => placeButton(one, id)));

const byline = (mail: ShownMail): VirtualElement =>
	h(
		'div',
		{ class: 'by' },
		avatar(mail.by, 'small'),
		person(mail.by),
		originOf(mail.by),
		time(mail.time),
		mail.role && h('span', {}, mail.role),
		...mail.trailers.map((name) => h('span', { class: 'mark' }, name)),
		mail.warning && h('span', { class: 'mark' }, icon('warning', 'warn'), h('span', {}, mail.warning)),
		mail.isUnseen && h('span', { class: 'fresh' }),
		mailActions(mail.id, `the mail by ${mail.by.name}`),
	);

const mailItem = (mail: ShownMail, text: LoadedText): VirtualElement =>
	h(
		'li',
		{ key: mail.id, 'data-depth': Math.min(Math.max(mail.depth, 0), deepest) },
		h(
			'article',
			{
				class: 'mail',
				tabindex: '-1',
				'data-mail': mail.id,
				'data-part': `mail ${mail.id}`,
				'aria-label': `${mail.isUnseen ? 'New mail' : 'Mail'} by ${mail.by.name}`,
			},
			byline(mail),
			mail.subject && h('p', { class: 'subject', dir: 'auto' }, mail.subject),
			places(mail),
			textOrNotice(mail, text),
			commentsOfMail(mail.id),
		),
	);

/** What a mail is drawn from besides its data in the snapshot. */
function textStateOf({ id }: ShownMail, mails: Mails): string {
	const text = mails.textOf(id);
	if (text === undefined) return '';
	if (text === null) return 'none';
	return 'problem' in text ? text.problem : `text ${mails.linksOf(id)}`;
}

/** `limit`: how many mails to draw now. A long discussion is drawn in several frames. */
export function discussion(
	{ discussion: all }: PatchsetSnapshot,
	mails: Mails,
	drawn: ElementCache,
	limit: number,
): Child {
	if (all.length === 0) return null;
	const items = all.slice(0, limit).map((mail) => {
		const text = mails.textOf(mail.id);
		return drawn.draw(`mail ${mail.id}`, mail, textStateOf(mail, mails), () => mailItem(mail, text));
	});
	const unseen = all.filter(({ isUnseen }) => isUnseen).length;
	const count = all.length === 1 ? '1 mail' : `${all.length} mails`;
	return h(
		'section',
		{
			key: 'discussion',
			id: 'discussion',
			class: 'area',
			'aria-labelledby': 'discussion-title',
			tabindex: '-1',
		},
		h(
			'div',
			{ class: 'area-head' },
			h('h2', { id: 'discussion-title' }, 'Discussion'),
			h('span', { class: 'aside-text' }, unseen > 0 ? `${count}, ${unseen} new` : count),
		),
		h('ol', { class: 'mails' }, ...items),
	);
}
