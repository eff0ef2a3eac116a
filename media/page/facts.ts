import type { Fact, FactRow } from '../../src/platform/page/snapshot-parts.ts';
import { type Child, h } from './draw.ts';
import { avatar, icon, pieces, time } from './page-elements.ts';

export const facts = (all: readonly Fact[]): Child =>
	all.length > 0 &&
	h(
		'aside',
		{ key: 'facts', 'aria-label': 'Details' },
		h(
			'dl',
			{ class: 'facts' },
			...all.map(({ term, rows }) => h('div', { key: term }, h('dt', {}, term), ...rows.flatMap(factRow))),
		),
	);

const factRow = ({
	icon: glyph,
	tone,
	people = [],
	pieces: parts,
	screenReaderText,
	time: when,
	detail,
	button,
}: FactRow): readonly Child[] => [
	h(
		'dd',
		{},
		glyph && icon(glyph, tone),
		...people.map((one) => avatar(one, 'small')),
		...pieces(parts).map((piece) =>
			typeof piece === 'string' ? h('span', {}, piece) : truncatedLink(piece),
		),
		when && h('span', { class: 'muted' }, time(when)),
		button &&
			h(
				'button',
				{ class: 'text-button', type: 'button', 'data-do': 'act', 'data-act': button.act },
				button.label,
			),
		screenReaderText && h('span', { class: 'screen-reader-only' }, screenReaderText),
	),
	detail !== undefined && h('dd', { class: 'detail' }, h('span', {}, detail)),
];

/** A link among the facts is truncated if there is no room; its tooltip has the full text. */
const truncatedLink = (piece: Child): Child =>
	piece && typeof piece !== 'string' && piece.tag === 'a'
		? h(
				'a',
				{
					...piece.attributes,
					class: 'plain clip',
					title: piece.children.filter((one) => typeof one === 'string').join(''),
				},
				...piece.children,
			)
		: piece;
