import type {
	ComparedVersionName,
	ComparisonRow,
	ComparisonSnapshot,
	PatchsetSnapshot,
	ShownVersion,
} from '../../src/patches/page/protocol/protocol.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { icon, iconButton, loadingNotice } from '../kit/page-elements.ts';
import { select } from '../kit/select.ts';
import type { ComparisonDetails } from './diffs/comparison-details.ts';
import { failure } from './diffs/failure.ts';

const signs = {
	'=': { tone: 'idle', word: 'Unchanged' },
	'!': { tone: 'warn', word: 'Changed' },
	'<': { tone: 'bad', word: 'Dropped' },
	'>': { tone: 'good', word: 'Added' },
} as const;

/** The names of the compared versions. Empty until they are known. */
interface VersionNames {
	readonly old: string;
	readonly new: string;
}

const rowParts = ({ sign, old, new: current, title, outcome }: ComparisonRow): readonly VirtualElement[] => [
	h('span', { class: `sign tone is-${signs[sign].tone}`, 'aria-hidden': 'true' }, sign),
	h('span', { class: 'num' }, old),
	h('span', { class: 'num' }, current),
	h(
		'span',
		{ class: 'clip', title },
		h('span', { class: 'screen-reader-only' }, `${signs[sign].word}: `),
		title,
	),
	h('span', { class: 'outcome' }, outcome),
];

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
					? `Difference between ${names.old} ${old} and ${names.new} ${current}`
					: `${signs[sign].word} patch ${title}`,
			'data-compared': key,
		}),
	);
}

const plainRow = (row: ComparisonRow): VirtualElement =>
	h('li', { key: row.key }, h('div', { class: 'pair' }, ...rowParts(row)));

/** The names of the compared versions: as the page shows the versions, which may have been renamed since they were compared. */
export function comparedNames(compared: ComparisonSnapshot, versions: readonly ShownVersion[]): VersionNames {
	const nameOf = ({ key, name }: ComparedVersionName) =>
		versions.find((version) => version.key === key)?.name ?? name;
	return { old: nameOf(compared.old), new: nameOf(compared.new) };
}

/** The fields to choose the two versions. Each offers only versions that are older or newer than that of the other field. */
function versionFields(
	shown: ComparisonSnapshot,
	versions: readonly ShownVersion[],
): readonly VirtualElement[] {
	const names = comparedNames(shown, versions);
	const indexOf = ({ key }: ComparedVersionName) => versions.findIndex((version) => version.key === key);
	const oldIndex = indexOf(shown.old);
	const newIndex = indexOf(shown.new);
	const field = (side: 'old' | 'new', offered: readonly ShownVersion[]) => {
		const { key } = shown[side];
		return select({
			id: side === 'old' ? 'older version' : 'newer version',
			name: side === 'old' ? 'Older version' : 'Newer version',
			value: key,
			offered: offered.map((one) => ({ value: one.key, label: one.name })),
			known: [{ value: key, label: names[side] }],
			isRefused: false,
		});
	};
	return [
		field('old', newIndex === -1 ? versions : versions.slice(0, newIndex)),
		h('span', { key: 'with', class: 'muted' }, 'with'),
		field('new', versions.slice(oldIndex + 1)),
	];
}

const isUnchanged = ({ sign }: ComparisonRow): boolean => sign === '=';

/** Hides the patches that are the same in both versions. */
const onlyChanged = ({ rows }: ComparisonSnapshot, isPressed: boolean): Child =>
	rows.some(isUnchanged) &&
	h(
		'button',
		{ class: 'button', type: 'button', 'data-do': 'only-changed', 'aria-pressed': String(isPressed) },
		'Only Changed',
	);

const heading = (shown: ComparisonSnapshot, versions: readonly ShownVersion[], showsOnlyChanged: boolean) =>
	h(
		'div',
		{ class: 'area-head' },
		h('h2', { id: 'compare-title' }, 'Compare'),
		h('span', { class: 'row' }, ...versionFields(shown, versions)),
		h('span', { class: 'aside-text', role: 'status' }, shown.summary),
		h(
			'span',
			{ class: 'row push' },
			onlyChanged(shown, showsOnlyChanged),
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
	details: ComparisonDetails,
): Child {
	if (!shown) return null;
	const names = comparedNames(shown, versions);
	const { showsOnlyChanged } = details;
	const listed = showsOnlyChanged ? shown.rows.filter((row) => !isUnchanged(row)) : shown.rows;
	const rows = listed.map((row) =>
		row.hasDetails ? detailedRow(row, names, details.isOpen(row.key)) : plainRow(row),
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
		heading(shown, versions, showsOnlyChanged),
		shown.problem !== '' && failure(shown.problem, { do: 'retry-comparison' }),
		shown.loadingText !== null && loadingNotice(shown.loadingText),
		shown.rows.length > 0 &&
			listed.length === 0 &&
			h('p', { class: 'aside-text' }, 'No patch differs between these versions.'),
		rows.length > 0 && h('ol', { key: `pairs ${shown.old.key} ${shown.new.key}`, class: 'pairs' }, ...rows),
	);
}
