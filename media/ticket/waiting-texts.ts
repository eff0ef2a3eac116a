import type { DraftBody, WaitingText } from '../../src/tickets/page/protocol.ts';
import { h, type VirtualElement } from '../kit/draw.ts';
import { icon } from '../kit/page-elements.ts';

const buttons = ({ entry, acts }: WaitingText) =>
	acts.map(({ act, label }) =>
		h(
			'button',
			{ class: 'button', type: 'button', 'data-do': 'text-act', 'data-act': act, 'data-entry-id': entry },
			label,
		),
	);

const content = ({ title, html, change }: WaitingText) => [
	title !== null && h('b', { dir: 'auto' }, title),
	html !== '' && h('div', { class: 'prose', html }),
	change !== '' && h('p', { class: 'muted' }, change),
];

/** A text that is on its way, at the end of the timeline. */
export const sendingText = (text: WaitingText): VirtualElement =>
	h(
		'article',
		{ key: `waiting ${text.entry}`, class: 'waiting-text', 'aria-label': 'Waiting to be sent' },
		h(
			'header',
			{},
			icon('cloud-upload'),
			h('span', { class: 'muted', role: 'status' }, text.status),
			h('span', { class: 'row' }, ...buttons(text)),
		),
		...content(text),
	);

/** A text that was refused, above the box. */
export const refusedText = (text: WaitingText): VirtualElement =>
	h(
		'div',
		{ key: `refused ${text.entry}`, class: 'refused-text' },
		h(
			'div',
			{ class: 'note error', role: 'alert' },
			icon('error'),
			h('p', {}, text.status),
			h('span', { class: 'row' }, ...buttons(text)),
		),
		...content(text),
	);

const longestExcerpt = 200;

/** Another version of what is in the box, or something that the user has begun before. */
export function otherText({ id, body }: { readonly id: string; readonly body: DraftBody }): VirtualElement {
	const text = [body.title, body.text].filter(Boolean).join(': ').slice(0, longestExcerpt);
	const button = (label: string, act: string) =>
		h('button', { class: 'button', type: 'button', 'data-do': act, 'data-id': id }, label);
	return h(
		'div',
		{ key: `other ${id}`, class: 'note info' },
		icon('comment-discussion'),
		h('p', { class: 'clip', dir: 'auto' }, h('b', {}, 'Another draft: '), text),
		button('Edit', 'edit-other'),
		button('Discard', 'discard-other'),
	);
}
