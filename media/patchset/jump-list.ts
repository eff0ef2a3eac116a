import type {
	ComparisonSnapshot,
	PatchsetSnapshot,
	ShownFile,
	ShownPatch,
	ShownVersion,
} from '../../src/patches/page/protocol/protocol.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { tipWithKey } from '../kit/keys.ts';
import { icon } from '../kit/page-elements.ts';
import { comparedNames } from './comparison.ts';
import type { ElementCache } from './diffs/element-cache.ts';
import { draftCountOf, pathOf, replyCountOf } from './file.ts';

const readerText = (text: string): VirtualElement => h('span', { class: 'screen-reader-only' }, text);

/** `2 of 6 viewed`; empty if there are no files. */
export const viewedCount = (patches: readonly ShownPatch[]): string => {
	const files = patches.flatMap((patch) => patch.files);
	if (files.length === 0) return '';
	return `${files.filter(({ isViewed }) => isViewed).length} of ${files.length} viewed`;
};

const hasWarning = ({ warnings, marks }: ShownFile): boolean =>
	warnings.length > 0 || marks.some(({ isWarning }) => isWarning);

/** `isInFolder`: whether the row above names its folder. */
const fileItem = (file: ShownFile, isInFolder: boolean): VirtualElement =>
	h(
		'li',
		{ key: file.key },
		h(
			'a',
			{
				class: file.isViewed ? 'seen' : null,
				href: '#',
				'data-do': 'show-file',
				'data-file': file.key,
				title: pathOf(file),
			},
			h('span', { class: 'clip path' }, h('bdi', {}, isInFolder ? file.name : pathOf(file))),
			h(
				'span',
				{ class: 'tail' },
				hasWarning(file) && icon('shield', 'warn'),
				hasWarning(file) && readerText(' has a warning'),
				replyCountOf(file.replyCount),
				draftCountOf(file.draftCount),
				file.isViewed && icon('check'),
				file.isViewed && readerText(' viewed'),
			),
		),
	);

const folderItem = (folder: string, nth: number): VirtualElement =>
	h(
		'li',
		{ key: `folder ${nth}`, class: 'folder', title: folder },
		h('span', { class: 'clip path' }, h('bdi', {}, folder)),
	);

/** With fewer files in each folder, the rows of folders would take more room than they save. */
const leastInFolder = 3;

/** Whether the files are listed below rows with their folders. */
function isByFolder({ files }: ShownPatch): boolean {
	const folders = new Set(files.map(({ folder }) => folder));
	return !folders.has('') && files.length >= leastInFolder * folders.size;
}

const patchLink = ({ key, number, title }: ShownPatch): VirtualElement =>
	h(
		'a',
		{ key: 'link', class: 'patch-link', href: '#', 'data-do': 'show-patch', 'data-patch': key, title },
		number && h('span', { class: 'muted num' }, number),
		h('span', { class: 'clip', dir: 'auto' }, title),
	);

/** The link to a part of the page. `tail` says how much is in it. */
const areaItem = (area: string, text: string, tail: string, ...below: readonly Child[]): VirtualElement =>
	h(
		'li',
		{ key: area },
		h(
			'a',
			{ key: `link ${area}`, class: 'top', href: '#', 'data-do': 'show-area', 'data-area': area },
			h('span', {}, text),
			tail && h('span', { class: 'tail' }, tail),
		),
		...below,
	);

function comparisonItem(comparison: ComparisonSnapshot, versions: readonly ShownVersion[]): VirtualElement {
	const names = comparedNames(comparison, versions);
	const areKnown = names.old !== '' && names.new !== '';
	return areaItem('compare', 'Compare', areKnown ? `${names.old} with ${names.new}` : '');
}

function patchItems(patches: readonly ShownPatch[], drawn: ElementCache, filter: string, limit: number) {
	const words = filter.trim().toLowerCase();
	let limitLeft = limit;
	return patches.map((patch): Child => {
		const found = patch.files.filter((file) => pathOf(file).toLowerCase().includes(words));
		const files = found.slice(0, Math.max(0, limitLeft));
		// A patch without files counts as one, as in `Content`.
		limitLeft -= Math.max(1, found.length);
		if (words !== '' && files.length === 0) return null;
		const isGrouped = words === '' && isByFolder(patch);
		const items = files.flatMap((file, nth) => {
			const item = drawn.draw(`jump ${file.key}`, file, String(isGrouped), () => fileItem(file, isGrouped));
			return isGrouped && file.folder !== files[nth - 1]?.folder
				? [folderItem(file.folder, nth), item]
				: [item];
		});
		const list = items.length > 0 && h('ol', { class: isGrouped ? 'by-folder' : null }, ...items);
		return h('li', { key: patch.key }, patchLink(patch), list);
	});
}

const filterField = (): VirtualElement =>
	h('input', {
		key: 'filter',
		id: 'file-filter',
		class: 'field',
		type: 'search',
		autocomplete: 'off',
		spellcheck: 'false',
		'aria-label': 'Find file',
		'aria-keyshortcuts': tipWithKey('', 't')['aria-keyshortcuts'],
		placeholder: tipWithKey('Find file', 't')['data-tip'],
	});

/**
 * The parts, patches and files of the page, each with a link. Narrow pages show it as a strip that opens downwards. Of the files whose path
 * contains `filter`, the first `limit` are listed: a long list grows with each frame.
 */
export function jumpList(
	snapshot: PatchsetSnapshot,
	drawn: ElementCache,
	filter: string,
	limit: number,
): VirtualElement {
	const { patches, cover, trailers, missingReviews, discussion, comparison, versions, kind } = snapshot;
	const isFiltered = filter.trim() !== '';
	const items = patchItems(patches, drawn, filter, limit);
	const patchesItem =
		patches.length > 0 &&
		areaItem(
			'patches',
			'Patches',
			viewedCount(patches),
			h('ol', { class: 'patch-links' }, ...items),
			items.every((item) => !item) && h('p', { class: 'muted nothing' }, 'No matching files'),
		);
	const hasOverview = cover !== null || trailers.length > 0 || missingReviews !== '';
	const unseen = discussion.filter(({ isUnseen }) => isUnseen).length;
	const mailCount = unseen > 0 ? `${unseen} new of ${discussion.length}` : `${discussion.length}`;
	const all: readonly Child[] = [
		hasOverview && areaItem('overview', kind === 'pull' ? 'Pull request' : 'Overview', ''),
		patchesItem,
		discussion.length > 0 && areaItem('discussion', 'Discussion', mailCount),
		comparison && comparisonItem(comparison, versions),
	];
	return h(
		'nav',
		{ key: 'jump', class: 'jump', 'aria-label': 'Contents' },
		h(
			'details',
			{ key: 'details' },
			h(
				'summary',
				{},
				icon('chevron-right'),
				h('span', { id: 'current-place', class: 'clip', keepsChildren: true }),
				patches.length > 0 && h('span', { class: 'muted tail' }, viewedCount(patches)),
			),
			h(
				'div',
				{ class: 'inner' },
				patches.length > 0 && filterField(),
				h('ol', {}, ...(isFiltered ? [patchesItem] : all)),
			),
		),
	);
}
