import type { Entry } from '../../src/platform/page/snapshot-parts.ts';
import { h, type VirtualElement } from './draw.ts';
import { avatar, icon, iconButton, originOf, person, pieces, time } from './page-elements.ts';

type EntryOf<Kind> = Extract<Entry, { readonly kind: Kind }>;

const comment = (of: EntryOf<'comment'>, isFirst: boolean): readonly VirtualElement[] => [
	avatar(of.by),
	h(
		'article',
		{
			class: of.isUnseen ? 'comment unseen' : 'comment',
			'aria-label': of.name,
			'data-entry': of.key,
			tabindex: '-1',
		},
		h(
			'header',
			{},
			person(of.by),
			of.verb ? ` ${of.verb} ` : ' ',
			originOf(of.by),
			of.mark ? h('span', { class: 'mark' }, of.mark) : null,
			' ',
			time(of.time),
			h(
				'span',
				{ class: isFirst ? 'actions shown' : 'actions' },
				iconButton('Quote in a comment', 'quote', {
					tip: 'Quote',
					keys: 'q',
					'data-do': 'quote',
				}),
				iconButton(`Copy link to this ${of.verb === '' ? 'comment' : 'description'}`, 'link', {
					tip: 'Copy link',
					isTipAtEnd: true,
					'data-do': 'copy-link',
				}),
			),
		),
		h('div', { class: 'prose', html: of.html }),
	),
];

const event = ({
	icon: glyph,
	tone,
	pieces: parts,
	time: when,
}: EntryOf<'event'>): readonly VirtualElement[] => [
	h('span', { class: tone ? `glyph tone is-${tone}` : 'glyph' }, icon(glyph)),
	h('p', {}, ...pieces(parts), ' ', time(when)),
];

function entry(of: Entry, isFirst: boolean): VirtualElement {
	if (of.kind === 'event')
		return h('li', { key: of.key, class: 'event', tabindex: '-1', 'data-entry': of.key }, ...event(of));
	if (of.kind === 'since') {
		return h('li', { key: of.key, class: 'since', tabindex: '-1' }, h('span', {}, of.text));
	}
	return h('li', { key: of.key }, ...comment(of, isFirst));
}

/** The beginning of a timeline; for most pages, all of it. Classes mark its ends, because structural selectors are slow in a long timeline. */
export const timeline = (all: readonly Entry[], isWhole: boolean): VirtualElement =>
	h(
		'ol',
		{ key: 'timeline', class: isWhole ? 'timeline begins ends' : 'timeline begins' },
		...all.map((of, index) => entry(of, index === 0)),
	);

/**
 * A part of a timeline after its beginning. The browser skips it while it is out of view if it `isLong`: it would lay out each part of a
 * long timeline again and again.
 */
export const timelinePart = (
	key: string,
	all: readonly Entry[],
	{ isLast, isLong }: { readonly isLast: boolean; readonly isLong: boolean },
): VirtualElement =>
	h(
		'ol',
		{ key, class: `timeline part${isLast ? ' ends' : ''}${isLong ? ' skipped' : ''}`, 'data-part': key },
		...all.map((of) => entry(of, false)),
	);

/** The place of a part that is not loaded yet. */
export const pendingPart = (key: string): VirtualElement =>
	h('ol', {
		key,
		class: 'timeline part skipped pending',
		'data-part': key,
		'aria-busy': 'true',
		'aria-label': 'Loading',
	});
