import type {
	ComparisonRow,
	PatchsetSnapshot,
	ShownComparison,
	ShownVersion,
} from '../../src/patches/page/protocol.ts';
import { type Child, h, type VirtualElement } from '../page/draw.ts';
import { icon, iconButton, loadingNotice } from '../page/parts.ts';
import { select } from '../page/select.ts';
import type { ComparedPatches } from './compared-patches.ts';
import { failure } from './failure.ts';

const signs = {
	'=': ['idle', 'Unchanged'],
	'!': ['warn', 'Changed'],
	'<': ['bad', 'Dropped'],
	'>': ['good', 'Added'],
} as const;

const rowParts = ({ sign, old, new: current, title, outcome }: ComparisonRow): readonly VirtualElement[] => [
	h('span', { class: `sign tone is-${signs[sign][0]}`, 'aria-hidden': 'true' }, sign),
	h('span', { class: 'num' }, old),
	h('span', { class: 'num' }, current),
	h(
		'span',
		{ class: 'clip', title },
		h('span', { class: 'screen-reader-only' }, `${signs[sign][1]}: `),
		title,
	),
	h('span', { class: 'outcome' }, outcome),
];

/** The names of the compared versions. */
interface VersionNames {
	readonly old: string;
	readonly current: string;
}

function detailedRow(row: ComparisonRow, names: VersionNames, isOpen: boolean): VirtualElement {
	const { key, sign, old, new: current, title } = row;
	return h(
		'li',
		{ key },
		h(
			'div',
			{ class: 'pair-row' },
			h(
				'button',
				{
					class: 'pair',
					type: 'button',
					'aria-expanded': String(isOpen),
					'data-do': 'compared-patch',
					'data-row': key,
				},
				...rowParts(row),
				icon('chevron-right'),
			),
			iconButton(`Open ${title} in diff editor`, 'diff', {
				tip: 'Open in diff editor',
				isTipAtEnd: true,
				'data-do': 'open-comparison',
				'data-row': key,
			}),
		),
		h('div', {
			class: 'lines',
			keepsChildren: true,
			hidden: !isOpen,
			tabindex: '0',
			role: 'group',
			'aria-label':
				sign === '!'
					? `Difference between ${names.old} ${old} and ${names.current} ${current}`
					: `${signs[sign][1]} patch ${title}`,
			'data-compared': key,
		}),
	);
}

const plainRow = (row: ComparisonRow): VirtualElement =>
	h('li', { key: row.key }, h('div', { class: 'pair' }, ...rowParts(row)));

/** Both versions, the older one first. The one that is not shown can be chosen. */
function versionsOf({ old, new: current }: ShownComparison, versions: readonly ShownVersion[]) {
	const isOlderShown = versions.some(({ key, isShown }) => isShown && key === old);
	const shown = versions.find(({ isShown }) => isShown)?.name ?? '';
	const offered = versions.filter(({ isShown }) => !isShown);
	const field = select({
		name: 'Version to compare with',
		value: isOlderShown ? current : old,
		offered: offered.map((one) => ({ value: one.key, label: one.name })),
		isRefused: false,
	});
	// A field that is moved loses the focus. So if the order changes, new elements are drawn around it.
	const joining = h('span', { key: `with ${isOlderShown}`, class: 'muted' }, 'with');
	const fixed = h('b', { key: `shown ${isOlderShown}` }, shown);
	return isOlderShown ? [fixed, joining, field] : [field, joining, fixed];
}

const heading = (shown: ShownComparison, versions: readonly ShownVersion[]) =>
	h(
		'div',
		{ class: 'area-head' },
		h('h2', { id: 'compare-title' }, 'Compare'),
		h('span', { class: 'row' }, ...versionsOf(shown, versions)),
		h('span', { class: 'aside-text' }, shown.summary),
		h(
			'span',
			{ class: 'row push' },
			h(
				'button',
				{ class: 'button', type: 'button', 'data-do': 'open-comparison' },
				icon('diff-multiple'),
				h('span', {}, 'Open in Diff Editor'),
			),
			iconButton('Close comparison', 'close', { isTipAtEnd: true, 'data-do': 'end-comparison' }),
		),
	);

/** How two versions differ. */
export function comparison(
	{ comparison: shown, versions }: PatchsetSnapshot,
	compared: Pick<ComparedPatches, 'isOpen'>,
): Child {
	if (!shown) return null;
	const other = versions.find(({ key, isShown }) => !isShown && (key === shown.old || key === shown.new));
	const nameOf = (key: string) => versions.find((one) => one.key === key)?.name ?? '';
	const names = { old: nameOf(shown.old), current: nameOf(shown.new) };
	const rows = shown.rows.map((row) =>
		row.hasDetails ? detailedRow(row, names, compared.isOpen(row.key)) : plainRow(row),
	);
	return h(
		'section',
		{
			key: 'compare',
			id: 'compare',
			class: 'area',
			'aria-labelledby': 'compare-title',
			tabindex: '-1',
		},
		heading(shown, versions),
		shown.problem !== '' && failure(shown.problem, { do: 'retry-comparison', version: other?.key }),
		shown.loadingText !== null && loadingNotice(shown.loadingText),
		rows.length > 0 && h('ol', { key: `pairs ${shown.old} ${shown.new}`, class: 'pairs' }, ...rows),
	);
}
