import type { Icon } from '../../src/platform/model/icon.ts';
import type { Snapshot } from '../../src/tickets/page/protocol.ts';
import { h, type VirtualElement } from '../page/draw.ts';
import { icon, label, link, tool } from '../page/parts.ts';

/** A copy of the title, shown once the title has scrolled out of view. Hidden from screen readers. */
export const stuck = ({ status, number, title }: Snapshot): VirtualElement =>
	h(
		'div',
		{ key: 'stuck', class: 'stuck', 'aria-hidden': 'true' },
		h(
			'div',
			{},
			status && icon(status.icon, status.tone),
			h('span', { class: 'num muted' }, number),
			h('span', { class: 'clip', dir: 'auto' }, title),
		),
	);

const stepButton = (name: string, glyph: Icon, step: string, isEnabled: boolean): VirtualElement =>
	tool(name, glyph, {
		'data-do': 'go',
		'data-step': step,
		end: true,
		'aria-disabled': isEnabled ? null : 'true',
	});

function crumbs({ page, tracker, number, ref, position }: Snapshot): VirtualElement {
	return h(
		'div',
		{ class: 'crumbs' },
		icon('issues'),
		link(tracker.open, { class: 'plain' }, tracker.name),
		h('span', { class: 'sep' }, '/'),
		h('span', { class: 'num' }, number),
		page === 'ticket' &&
			tool(`Copy reference ${ref}`, 'copy', { tip: 'Copy reference', keys: 'y', 'data-do': 'copy-ref' }),
		position &&
			h(
				'span',
				{ class: 'place', role: 'group', 'aria-label': 'Position in the list' },
				stepButton('Previous ticket', 'arrow-up', 'previous', position.previous),
				h('span', { class: 'num' }, position.text),
				stepButton('Next ticket', 'arrow-down', 'next', position.next),
			),
	);
}

export function head(snapshot: Snapshot): VirtualElement {
	const { title, status, labels, composer, page } = snapshot;
	return h(
		'header',
		{ key: 'head', class: 'ticket-head' },
		crumbs(snapshot),
		h('h1', { dir: 'auto', tabindex: '-1' }, title),
		page === 'ticket' &&
			h(
				'div',
				{ class: 'row' },
				status &&
					(composer && composer.moves.length > 0
						? h(
								'button',
								{
									class: 'button',
									type: 'button',
									'data-do': 'pick',
									'data-what': 'status',
									'aria-haspopup': 'dialog',
									'aria-keyshortcuts': 's',
									'data-tip': 'Change status (S)',
									'aria-label': `Status: ${status.text}. Change`,
								},
								icon(status.icon, status.tone),
								` ${status.text} `,
								icon('chevron-down'),
							)
						: h('span', { class: 'mark tall' }, icon(status.icon, status.tone), ` ${status.text}`)),
				labels.length > 0 &&
					h('ul', { class: 'labels', 'aria-label': 'Labels' }, ...labels.map((one) => label('li', one, ''))),
				composer?.mayLabel &&
					tool('Edit labels', 'tag', {
						tip: 'Labels',
						keys: 'l',
						'data-do': 'pick',
						'data-what': 'labels',
					}),
			),
	);
}
