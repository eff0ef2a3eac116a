import type { PatchsetSnapshot, ShownTrailer } from '../../src/patches/page/protocol/protocol.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { icon, pieces } from '../kit/page-elements.ts';
import { commentsOfMail } from './diffs/comments-of-mail.ts';
import { mailBlocks, mailText } from './diffs/mail-text.ts';
import { textThread } from './diffs/reply.ts';
import { placeButton } from './mails/discussion.ts';
import { mailActions } from './mails/mail-actions.ts';

const trailerRow = ({ name, icon: glyph, from, patches, warning, sendState }: ShownTrailer): VirtualElement =>
	h(
		'tr',
		{},
		h('td', {}, icon(glyph), ' ', name),
		h(
			'td',
			{},
			h('span', { dir: 'auto' }, ...pieces([from])),
			sendState && h('span', { class: 'mark' }, icon('clock'), h('span', {}, sendState)),
			warning && h('span', { class: 'mark' }, icon('warning', 'warn'), h('span', {}, warning)),
		),
		h('td', {}, patches),
	);

const trailersTable = (trailers: readonly ShownTrailer[]): Child =>
	trailers.length > 0 &&
	h(
		'div',
		{ class: 'table-wrap' },
		h(
			'table',
			{ 'aria-label': 'Trailers in replies' },
			h(
				'thead',
				{},
				h('tr', {}, ...['Trailer', 'From', 'Patches'].map((name) => h('th', { scope: 'col' }, name))),
			),
			h('tbody', {}, ...trailers.map(trailerRow)),
		),
	);

/** What was said about the version before, with a link to the first of it or, if nothing of it is on the page, to what has changed. */
const remarksLine = ({ text, first }: NonNullable<PatchsetSnapshot['remarks']>): VirtualElement =>
	h(
		'p',
		{ class: 'aside-text remarks' },
		icon('comment'),
		first
			? placeButton({ ...first, text }, first.mail)
			: h('button', { class: 'text-button', type: 'button', 'data-do': 'compare' }, text),
	);

/** The cover letter, the trailers of replies, and what was said about the version before. */
export function overview({ cover, trailers, missingReviews, remarks, kind }: PatchsetSnapshot): Child {
	if (!cover && trailers.length === 0 && missingReviews === '' && !remarks) return null;
	return h(
		'section',
		{ key: 'overview', id: 'overview', class: 'area', 'aria-labelledby': 'overview-title', tabindex: '-1' },
		h(
			'div',
			{ class: 'area-head' },
			h('h2', { id: 'overview-title' }, kind === 'pull' ? 'Pull request' : 'Overview'),
			cover && mailActions(cover.mail, 'the cover letter'),
		),
		remarks && remarksLine(remarks),
		h(
			'div',
			{ class: 'two' },
			cover &&
				h(
					'div',
					{},
					...cover.answered.flatMap(({ blocks, replies }) => [mailBlocks(blocks), textThread(replies)]),
					mailText(cover.text),
					commentsOfMail(cover.mail),
				),
			(trailers.length > 0 || missingReviews !== '') &&
				h(
					'div',
					{ class: 'trailers' },
					trailersTable(trailers),
					missingReviews !== '' && h('p', { class: 'aside-text' }, missingReviews),
				),
		),
	);
}
