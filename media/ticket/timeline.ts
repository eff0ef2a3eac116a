import type { ShownEntry } from '../../src/platform/page/snapshot-parts.ts';
import { h, type VirtualElement } from '../kit/draw.ts';
import { avatar, icon, iconButton, originOf, person, pieces, time, toolbar } from '../kit/page-elements.ts';

type EntryOf<Kind> = Extract<ShownEntry, { readonly kind: Kind }>;

const comment = (entry: EntryOf<'comment'>, isFirst: boolean): readonly VirtualElement[] => [
	avatar(entry.by),
	h(
		'article',
		{
			class: entry.isUnseen ? 'comment unseen' : 'comment',
			'aria-label': entry.name,
			'data-entry': entry.key,
			tabindex: '-1',
		},
		h(
			'header',
			{},
			person(entry.by),
			entry.isDescription ? ' reported this ' : ' ',
			originOf(entry.by),
			entry.mark ? h('span', { class: 'mark' }, entry.mark) : null,
			' ',
			time(entry.time),
			toolbar(
				'Actions',
				isFirst ? 'actions shown' : 'actions',
				iconButton('Quote in a comment', 'quote', {
					tip: 'Quote',
					shortcut: 'q',
					'data-do': 'quote',
				}),
				...(entry.mayEdit
					? [iconButton('Edit description', 'edit', { 'data-do': 'act', 'data-act': 'description' })]
					: []),
				iconButton(`Copy link to this ${entry.isDescription ? 'description' : 'comment'}`, 'link', {
					tip: 'Copy link',
					isTipAtEnd: true,
					'data-do': 'copy-link',
				}),
			),
		),
		h('div', { class: 'prose', html: entry.html }),
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

function item(entry: ShownEntry, isFirst: boolean): VirtualElement {
	const { kind, key } = entry;
	if (kind === 'event')
		return h('li', { key, class: 'event', tabindex: '-1', 'data-entry': key }, ...event(entry));
	if (kind === 'since') return h('li', { key, class: 'since', tabindex: '-1' }, h('span', {}, entry.text));
	return h('li', { key }, ...comment(entry, isFirst));
}

/** The beginning of a timeline; for most pages, all of it. Classes mark its ends, because structural selectors are slow in a long timeline. */
export const timeline = (entries: readonly ShownEntry[], isWhole: boolean): VirtualElement =>
	h(
		'ol',
		{ key: 'timeline', class: isWhole ? 'timeline begins ends' : 'timeline begins' },
		...entries.map((entry, index) => item(entry, index === 0)),
	);

/**
 * A part of a timeline after its beginning. The browser skips it while it is out of view if it `isLong`: it would lay out each part of a
 * long timeline again and again.
 */
export const timelinePart = (
	key: string,
	entries: readonly ShownEntry[],
	isLast: boolean,
	isLong: boolean,
): VirtualElement =>
	h(
		'ol',
		{ key, class: `timeline part${isLast ? ' ends' : ''}${isLong ? ' skipped' : ''}`, 'data-part': key },
		...entries.map((entry) => item(entry, false)),
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
