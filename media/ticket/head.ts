import type { Snapshot } from '../../src/tickets/page/protocol.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { navigationControls } from '../kit/navigation-controls.ts';
import { icon, iconButton, label, link, ownerMark } from '../kit/page-elements.ts';
import { statusControl } from '../kit/status.ts';
import { strip, stripTitle } from '../kit/strip.ts';

const navigationOf = ({ position, unseen, timeline }: Snapshot): VirtualElement =>
	navigationControls({
		item: 'ticket',
		position,
		unseen,
		hasEnd: timeline.length > 0,
	});

/** The strip with the status, the title, the labels and the navigation controls. */
export const ticketStrip = (snapshot: Snapshot): VirtualElement =>
	strip(
		statusOf(snapshot),
		stripTitle(
			`${snapshot.number} ${snapshot.title}`,
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
				shortcut: 'y',
				'data-do': 'copy-ref',
			}),
		ownerMark(snapshot.owner),
		navigationOf(snapshot),
	);
}

const statusOf = ({ status, composer, owner }: Snapshot): Child =>
	status &&
	statusControl(
		status,
		composer && composer.moves.length > 0 ? { 'data-do': 'pick', 'data-what': 'status' } : undefined,
		owner,
	);

const labelsOf = ({ labels }: Snapshot): Child =>
	labels.length > 0 &&
	h('ul', { class: 'labels', 'aria-label': 'Labels' }, ...labels.map((one) => label('li', one, '')));

export function head(snapshot: Snapshot): VirtualElement {
	const { title, composer, page } = snapshot;
	return h(
		'header',
		{ key: 'head', class: 'ticket-head' },
		crumbs(snapshot),
		h(
			'div',
			{ class: 'title-line' },
			h('h1', { dir: 'auto', tabindex: '-1' }, title),
			composer?.mayEdit &&
				iconButton('Edit title', 'edit', { shortcut: 'T', 'data-do': 'act', 'data-act': 'title' }),
		),
		page === 'ticket' &&
			h(
				'div',
				{ class: 'row' },
				statusOf(snapshot),
				labelsOf(snapshot),
				composer?.mayLabel &&
					iconButton('Edit labels', 'tag', {
						tip: 'Labels',
						shortcut: 'l',
						'data-do': 'pick',
						'data-what': 'labels',
					}),
			),
	);
}
