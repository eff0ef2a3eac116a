import type { Icon } from '../../src/platform/model/icon.ts';
import type { ShownLabel } from '../../src/platform/page/snapshot-parts.ts';
import type { Composer, ShownChanges } from '../../src/tickets/page/protocol.ts';
import { type Child, h } from '../kit/draw.ts';
import { icon, iconButton, label } from '../kit/page-elements.ts';
import { select } from '../kit/select.ts';

/** `hasRefusal`: whether the page says that the draft could not be sent. */
export function statusField(composer: Composer, change: ShownChanges, hasRefusal: boolean): readonly Child[] {
	const { status: current, moves, statuses, resolution, resolutions } = composer;
	if (moves.length === 0 && change.status === null && change.resolution === null) return [];
	const isRefused = hasRefusal && (change.status ?? change.resolution) !== null;
	const isResolved = (change.status ?? current.value) === 'resolved';
	return [
		h('span', { key: 'name-status', class: 'name' }, 'Status after sending'),
		h(
			'div',
			{ key: 'status', class: 'row' },
			select({
				id: 'status',
				name: 'Status after sending',
				value: change.status ?? current.value,
				offered: [current, ...moves],
				known: statuses,
				isRefused,
			}),
			...(isResolved
				? [
						h('span', { class: 'muted aside-text' }, 'as'),
						select({
							id: 'resolution',
							name: 'Resolution',
							value: change.resolution ?? resolution,
							offered: resolutions,
							isRefused,
						}),
					]
				: []),
		),
	];
}

/** `name` says which labels these are. */
export function labelsField(composer: Composer, change: ShownChanges, name: string): readonly Child[] {
	const { labels: current, known, mayLabel } = composer;
	if (!mayLabel && change.addLabels.length + change.removeLabels.length === 0) return [];
	const button = (labelName: string, glyph: Icon, action: string, spokenLabel: string) =>
		h(
			'button',
			{ type: 'button', 'data-do': action, 'data-name': labelName, 'aria-label': spokenLabel },
			icon(glyph),
		);
	const shown = (added: string): ShownLabel =>
		known.find((one) => one.name === added) ?? { name: added, text: added, color: '#888888' };
	return [
		h('span', { key: 'name-labels', class: 'name' }, name),
		h(
			'ul',
			{ key: 'labels', class: 'labels', 'aria-label': name },
			...current.map((one) =>
				change.removeLabels.includes(one.name)
					? label('li', one, 'removed', button(one.name, 'discard', 'keep-label', `Keep label ${one.text}`))
					: label('li', one, '', button(one.name, 'close', 'remove-label', `Remove label ${one.text}`)),
			),
			...change.addLabels.map((added) =>
				label(
					'li',
					shown(added),
					'added',
					button(added, 'close', 'keep-label', `Don't add label ${shown(added).text}`),
				),
			),
			h('li', { key: 'choose' }, iconButton('Select labels', 'add', { 'data-do': 'choose-labels' })),
		),
	];
}
