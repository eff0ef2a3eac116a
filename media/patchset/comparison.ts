import type {
	ComparedVersionName,
	ComparisonRow,
	PatchsetSnapshot,
	ShownComparison,
	ShownVersion,
} from '../../src/patches/page/protocol/protocol.ts';
import { type Child, h, type VirtualElement } from '../page/draw.ts';
import { icon, iconButton, loadingNotice } from '../page/page-elements.ts';
import { select } from '../page/select.ts';
import type { ComparisonDetails } from './diffs/comparison-details.ts';
import { failure } from './diffs/failure.ts';

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

function detailedRow(
	row: ComparisonRow,
	names: ReturnType<typeof comparedNames>,
	isOpen: boolean,
): VirtualElement {
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

/** The names of the compared versions. */
export function comparedNames({ old, new: current }: ShownComparison, versions: readonly ShownVersion[]) {
	const nameOf = ({ key, name }: ComparedVersionName) =>
		versions.find((one) => one.key === key)?.name ?? name;
	return { old: nameOf(old), current: nameOf(current) };
}

/** The fields of both versions. Each offers only versions on its side of the other, so that the older one is always first. */
function versionFields(shown: ShownComparison, versions: readonly ShownVersion[]): readonly VirtualElement[] {
	const names = comparedNames(shown, versions);
	const at = ({ key }: ComparedVersionName) => versions.findIndex((one) => one.key === key);
	const [older, newer] = [at(shown.old), at(shown.new)];
	const field = (name: string, value: ComparedVersionName, label: string, offered: readonly ShownVersion[]) =>
		select({
			choice: name.toLowerCase(),
			name,
			value: value.key,
			offered: offered.map((one) => ({ value: one.key, label: one.name })),
			known: [{ value: value.key, label }],
			isRefused: false,
		});
	return [
		field('Older version', shown.old, names.old, versions.slice(0, newer === -1 ? undefined : newer)),
		h('span', { key: 'with', class: 'muted' }, 'with'),
		field('Newer version', shown.new, names.current, versions.slice(older + 1)),
	];
}

const heading = (shown: ShownComparison, versions: readonly ShownVersion[]) =>
	h(
		'div',
		{ class: 'area-head' },
		h('h2', { id: 'compare-title' }, 'Compare'),
		h('span', { class: 'row' }, ...versionFields(shown, versions)),
		h('span', { class: 'aside-text', role: 'status' }, shown.summary),
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

/** How two versions differ, with fields to choose them. */
export function comparison(
	{ comparison: shown, versions }: PatchsetSnapshot,
	compared: Pick<ComparisonDetails, 'isOpen'>,
): Child {
	if (!shown) return null;
	const names = comparedNames(shown, versions);
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
		shown.problem !== '' && failure(shown.problem, { do: 'retry-comparison' }),
		shown.loadingText !== null && loadingNotice(shown.loadingText),
		rows.length > 0 && h('ol', { key: `pairs ${shown.old.key} ${shown.new.key}`, class: 'pairs' }, ...rows),
	);
}
