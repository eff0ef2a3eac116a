import type { Snapshot } from '../../src/tickets/page/protocol.ts';
import { type Child, h, type VirtualElement } from '../page/draw.ts';
import { hasLetterKeys, tipWithKey } from '../page/keys.ts';
import { navigationControls } from '../page/navigation-controls.ts';
import { icon, iconButton, label, link } from '../page/parts.ts';
import { strip } from '../page/strip.ts';

const navigationOf = ({ position, unseen, timeline }: Snapshot): VirtualElement =>
	navigationControls({
		item: 'ticket',
		position,
		unseen,
		hasEnd: timeline.length > 0,
		keys: { previous: 'k', next: 'j', unseen: '.' },
	});

/** The strip with the status, the title, the labels and the navigation controls. */
export const ticketStrip = (snapshot: Snapshot): VirtualElement =>
	strip(
		statusOf(snapshot),
		h(
			'button',
			{
				class: 'title',
				type: 'button',
				'data-do': 'show-start',
				'aria-keyshortcuts': hasLetterKeys() ? 'g' : null,
				title: `${snapshot.number} ${snapshot.title}`,
			},
			h('span', { class: 'num muted' }, snapshot.number),
			' ',
			h('span', { class: 'clip', dir: 'auto' }, snapshot.title),
		),
		labelsOf(snapshot),
		navigationOf(snapshot),
	);

function crumbs(snapshot: Snapshot): VirtualElement {
	const { page, tracker, number, ref } = snapshot;
	return h(
		'div',
		{ class: 'crumbs' },
		icon('issues'),
		link(tracker.open, { class: 'plain' }, tracker.name),
		h('span', { class: 'sep' }, '/'),
		h('span', { class: 'num' }, number),
		page === 'ticket' &&
			iconButton(`Copy reference ${ref}`, 'copy', {
				tip: 'Copy reference',
				keys: 'y',
				'data-do': 'copy-ref',
			}),
		navigationOf(snapshot),
	);
}

/** A button if the user may change the status. */
function statusOf({ status, composer }: Snapshot): Child {
	if (!status) return null;
	if (!composer || composer.moves.length === 0)
		return h(
			'span',
			{ class: 'mark tall status' },
			icon(status.icon, status.tone),
			h('span', {}, status.text),
		);
	return h(
		'button',
		{
			class: 'button status',
			type: 'button',
			'data-do': 'pick',
			'data-what': 'status',
			'aria-haspopup': 'dialog',
			...tipWithKey('Change status', 's'),
			'aria-label': `Status: ${status.text}. Change`,
		},
		icon(status.icon, status.tone),
		h('span', {}, status.text),
		icon('chevron-down'),
	);
}

const labelsOf = ({ labels }: Snapshot): Child =>
	labels.length > 0 &&
	h('ul', { class: 'labels', 'aria-label': 'Labels' }, ...labels.map((one) => label('li', one, '')));

export function head(snapshot: Snapshot): VirtualElement {
	const { title, composer, page } = snapshot;
	return h(
		'header',
		{ key: 'head', class: 'ticket-head' },
		crumbs(snapshot),
		h('h1', { dir: 'auto', tabindex: '-1' }, title),
		page === 'ticket' &&
			h(
				'div',
				{ class: 'row' },
				statusOf(snapshot),
				labelsOf(snapshot),
				composer?.mayLabel &&
					iconButton('Edit labels', 'tag', {
						tip: 'Labels',
						keys: 'l',
						'data-do': 'pick',
						'data-what': 'labels',
					}),
			),
	);
}
