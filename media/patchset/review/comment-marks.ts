import type { SendState } from '../../../src/patches/page/protocol/comment-protocol.ts';
import { h, type VirtualElement } from '../../kit/draw.ts';
import { icon } from '../../kit/page-elements.ts';

/** Says which version a comment was carried over from. A click shows how the patch differs from there, if the page has that version. */
export function originMark(origin: string, version: string): VirtualElement {
	const children = [icon('clock'), ` ${origin}`];
	if (version === '') return h('span', { class: 'mark' }, ...children);
	return h(
		'button',
		{
			class: 'mark',
			type: 'button',
			'data-do': 'compare-origin',
			'data-version': version,
			'data-tip': 'Compare the versions of the patch',
		},
		...children,
	);
}

/** Shows the state of a comment that was sent, with buttons for what the user can do about it. */
export function sendStateText({ text, isProblem, entry, button, discard }: SendState): VirtualElement {
	const act = (label: string, attributes: VirtualElement['attributes']) =>
		h('button', { class: 'text-button', type: 'button', 'data-entry': entry, ...attributes }, label);
	return h(
		'p',
		{ class: 'aside-text send-state', role: 'status' },
		icon(isProblem ? 'warning' : 'cloud-upload', isProblem ? 'warn' : null),
		h(
			'span',
			{},
			text,
			entry !== '' &&
				h(
					'span',
					{ class: 'row' },
					act(button, { 'data-do': 'act-on-waiting', 'data-act': 'send-now' }),
					act('Edit', { 'data-do': 'edit-mail', 'data-tip': 'Make the comments of this mail drafts again' }),
					act(discard, {
						'data-do': 'act-on-waiting',
						'data-act': 'discard-change',
						'data-tip': 'Forget this mail. Its comments become drafts again',
					}),
				),
		),
	);
}
