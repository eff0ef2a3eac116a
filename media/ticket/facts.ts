import { type Fact, type FactRow, textOf } from '../../src/platform/page/snapshot-parts.ts';
import { type Child, h } from '../kit/draw.ts';
import { avatar, icon, pieces, time } from '../kit/page-elements.ts';

export const facts = (all: readonly Fact[]): Child =>
	all.length > 0 &&
	h(
		'aside',
		{ key: 'facts', class: 'details', 'aria-label': 'Details' },
		h(
			'details',
			{ key: 'details' },
			// Only narrow pages show it: there, the details are one line until the user unfolds them.
			h(
				'summary',
				{},
				icon('chevron-right'),
				h('span', { class: 'unfolded' }, 'Details'),
				h('span', { class: 'folded clip' }, summaryOf(all)),
			),
			h(
				'dl',
				{ class: 'facts' },
				...all.map(({ term, rows }) => h('div', { key: term }, h('dt', {}, term), ...rows.flatMap(factRow))),
			),
		),
	);

/** `Assigned to ~bob · Submitted by ~ana · Reported 15 Nov 2026, 09:12`. */
const summaryOf = (all: readonly Fact[]): string =>
	all
		.flatMap(({ term, rows }) => {
			const texts = rows
				.map(({ pieces: parts, time: when }) => [textOf(parts), when?.text].filter(Boolean).join(' '))
				.filter((text) => text !== '')
				.join(', ');
			const isNamed = rows.every(({ time: when }) => when === undefined);
			return texts === '' ? [] : isNamed ? `${term} ${texts}` : texts;
		})
		.join(' · ');

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
