import type { Icon } from '../../src/platform/model/icon.ts';
import type { Person, Time } from '../../src/platform/model/words.ts';
import type { LabelShown, Note, Piece, Tone } from '../../src/platform/page/parts.ts';
import { type Child, type Drawn, h } from './draw.ts';

export const icon = (name: Icon, tone?: Tone | null): Drawn =>
	h(
		'svg',
		{ class: tone ? `icon tone is-${tone}` : 'icon', 'aria-hidden': 'true' },
		h('use', { href: `#i-${name}` }),
	);

export const time = ({ at, ago, exact }: Time): Drawn => h('time', { datetime: at, title: exact }, ago);

const faceIcons = { email: 'mail', external: 'globe', unknown: 'account' } as const;

export const face = (who: Person, size = ''): Drawn =>
	h(
		'span',
		{ class: `face ${size}`.trim(), 'aria-hidden': 'true' },
		who.kind === 'user' ? who.face : icon(faceIcons[who.kind]),
	);

type Change = 'coming' | 'going' | '';

export const label = (
	tag: string,
	{ name, words, colour }: LabelShown,
	change: Change,
	...more: readonly Child[]
): Drawn =>
	h(
		tag,
		{ key: `label ${name}`, class: `label ${change}`.trim(), colour },
		h('span', { title: words }, words),
		...more,
	);

/** Links have no address of their own: the page asks the host to open `open`. */
export const link = (open: string, of: Drawn['of'], ...inner: readonly Child[]): Drawn =>
	h('a', { href: '#', 'data-open': open, title: /^https?:/.test(open) ? open : null, ...of }, ...inner);

/** Draws a sentence from its pieces. Because names are pieces, they can never be read as markup. */
export const pieces = (all: readonly Piece[]): readonly Child[] =>
	all.map((piece) => {
		if (typeof piece === 'string') return piece;
		if ('strong' in piece) return h('b', {}, piece.strong);
		if ('label' in piece) {
			const { key: _, ...of } = label('span', piece.label, piece.gone ? 'going' : '').of;
			return h('span', of, h('span', { title: piece.label.words }, piece.label.words));
		}
		return link(piece.open, {}, piece.code ? h('code', {}, piece.code) : '', piece.link);
	});

/** An icon button. Its key is shown in the tooltip and given to screen readers. */
export function tool(
	name: string,
	glyph: Icon,
	{ tip = name, keys = '', end = false, ...of }: { tip?: string; keys?: string; end?: boolean } & Drawn['of'],
): Drawn {
	return h(
		'button',
		{
			class: `tool${end ? ' tip-end' : ''}`,
			type: 'button',
			'aria-label': name,
			'aria-keyshortcuts': keys || null,
			'data-tip': keys ? `${tip} (${keys.toUpperCase()})` : tip,
			...of,
		},
		icon(glyph),
	);
}

export const note = ({ key, kind, icon: glyph, pieces: words, acts }: Note): Drawn =>
	h(
		'div',
		{ key: `note ${key}`, class: `note ${kind}`, role: 'status' },
		icon(glyph),
		h('p', {}, ...pieces(words)),
		...acts.map(({ act, words }) =>
			h('button', { class: 'button', type: 'button', 'data-do': 'act', 'data-act': act }, words),
		),
	);

/** Where a person without an account comes from. */
export function from(who: Person): Child {
	if (who.kind === 'email') return h('span', { class: 'mark' }, icon('mail'), ` ${who.from}`);
	if (who.kind !== 'external') return null;
	return who.url === undefined
		? h('span', { class: 'mark' }, icon('globe'), ` ${who.from}`)
		: link(who.url, { class: 'mark plain' }, icon('link-external'), ` ${who.from}`);
}

/** The notice for the first load. The style shows it with a delay, as most answers arrive before that. */
export const loadingNotice = (words: string): Drawn =>
	h('p', { key: 'reading', class: 'muted row late', role: 'status' }, icon('sync'), ` ${words}`);
