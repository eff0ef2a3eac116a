import { isWebAddress } from '../../src/platform/model/addresses.ts';
import type { Icon } from '../../src/platform/model/icon.ts';
import type { Person, Time } from '../../src/platform/model/words.ts';
import type { Note, Owner, Piece, ShownLabel, Tone } from '../../src/platform/page/snapshot-parts.ts';
import { type Child, h, type VirtualElement } from './draw.ts';
import { tipWithKey } from './keys.ts';

export const icon = (name: Icon, tone?: Tone | null): VirtualElement =>
	h('svg', { class: tone ? `icon tone is-${tone}` : 'icon', 'aria-hidden': 'true', 'data-icon': name });

export const time = ({ at, text, tip }: Time): VirtualElement =>
	h('time', { datetime: at, title: tip }, text);

const avatarIcons = { email: 'mail', external: 'globe', unknown: 'account' } as const;

export const avatar = (who: Person, size = ''): VirtualElement =>
	h(
		'span',
		{ class: `avatar ${size}`.trim(), 'aria-hidden': 'true' },
		who.kind === 'user' ? who.initials : icon(avatarIcons[who.kind]),
	);

type Change = 'added' | 'removed' | '';

export const label = (
	tag: string,
	{ name, text, color }: ShownLabel,
	change: Change,
	...more: readonly Child[]
): VirtualElement =>
	h(
		tag,
		{ key: `label ${name}`, class: `label ${change}`.trim(), color },
		h('span', { title: text }, text),
		...more,
	);

/** A link without an address: when it is clicked, the page asks the host to open `open`. */
export const link = (
	open: string,
	attributes: VirtualElement['attributes'],
	...children: readonly Child[]
): VirtualElement =>
	h(
		'a',
		{ href: '#', 'data-open': open, title: isWebAddress(open) ? open : null, ...attributes },
		...children,
	);

/** Draws a sentence from its pieces. Because names are pieces, they can never be read as markup. */
export const pieces = (all: readonly Piece[]): readonly Child[] =>
	all.map((piece) => {
		if (typeof piece === 'string') return piece;
		if ('strong' in piece) {
			const strong = h('b', {}, piece.strong);
			return piece.open === undefined ? strong : link(piece.open, { class: 'plain' }, strong);
		}
		if ('label' in piece) {
			const { attributes, children } = label('span', piece.label, piece.isRemoved ? 'removed' : '');
			// A sentence may name a label twice, but siblings must have different keys.
			const { key: _, ...unkeyed } = attributes;
			return h('span', unkeyed, ...children);
		}
		return link(piece.open, {}, piece.code ? h('code', {}, piece.code) : '', piece.link);
	});

/** A button with an icon. Its `shortcut`, a key of the page, is shown in the tooltip, and screen readers announce it. */
export function iconButton(
	name: string,
	glyph: Icon,
	{
		tip = name,
		shortcut = '',
		isTipAtEnd = false,
		...attributes
	}: { tip?: string; shortcut?: string; isTipAtEnd?: boolean } & VirtualElement['attributes'],
): VirtualElement {
	return h(
		'button',
		{
			class: `icon-button${isTipAtEnd ? ' tip-end' : ''}`,
			type: 'button',
			'aria-label': name,
			...tipWithKey(tip, shortcut),
			...attributes,
		},
		icon(glyph),
	);
}

export const note = ({ key, kind, icon: glyph, pieces: parts, acts }: Note): VirtualElement =>
	h(
		'div',
		{ key: `note ${key}`, class: `note ${kind}`, role: 'status' },
		icon(glyph),
		h('p', {}, ...pieces(parts)),
		...acts.map((button) => {
			const action =
				'entry' in button
					? { 'data-do': 'act-on-waiting', 'data-entry': button.entry }
					: { 'data-do': 'act' };
			return h(
				'button',
				{ class: 'button', type: 'button', ...action, 'data-act': button.act },
				button.label,
			);
		}),
	);

/** Why something failed; empty if nothing did. */
export const drawProblem = (problem: string): Child => {
	if (problem === '') return false;
	const drawn = note({ key: 'problem', kind: 'error', icon: 'error', pieces: [problem], acts: [] });
	const close = iconButton('Close', 'close', { isTipAtEnd: true, 'data-do': 'hide-problem' });
	return {
		...drawn,
		attributes: { ...drawn.attributes, role: 'alert' },
		children: [...drawn.children, close],
	};
};

/** The name of a person. A user's name is a link, which shows the user's card (`user-card.ts`). */
export function person(who: Person): VirtualElement {
	const name = h('b', { dir: 'auto', title: who.kind === 'email' ? who.address : null }, who.name);
	return who.kind === 'user' ? link(`user:${who.name}`, { class: 'plain' }, name) : name;
}

/** Where a person without an account comes from. */
export function originOf(who: Person): Child {
	if (who.kind === 'email') return h('span', { class: 'mark' }, icon('mail'), ` ${who.from}`);
	if (who.kind !== 'external') return null;
	return who.url === undefined
		? h('span', { class: 'mark' }, icon('globe'), ` ${who.from}`)
		: link(who.url, { class: 'mark plain' }, icon('link-external'), ` ${who.from}`);
}

/** Buttons that take one Tab stop: the arrow keys go from one to the next (`handleToolbarKey`). */
export const toolbar = (
	name: string,
	className: string,
	first: VirtualElement,
	...others: readonly VirtualElement[]
): VirtualElement =>
	h(
		'span',
		{ class: className, role: 'toolbar', 'aria-label': name },
		first,
		...others.map((button) => ({ ...button, attributes: { ...button.attributes, tabindex: '-1' } })),
	);

/** The account and the forge of a page, if it has to name them. */
export const ownerMark = (owner: Owner | null): Child =>
	owner &&
	h(
		'span',
		{ class: 'row owner' },
		icon('account'),
		h('span', { class: 'screen-reader-only' }, 'Account: '),
		h('span', { class: 'clip', dir: 'auto' }, `${owner.account} (${owner.instance})`),
	);

/** The notice for the first load. The style sheet shows it with a delay, because most answers arrive before that. */
export const loadingNotice = (text: string): VirtualElement =>
	h('p', { key: 'loading', class: 'muted row delayed', role: 'status' }, icon('sync'), ` ${text}`);
