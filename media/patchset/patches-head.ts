import type { PatchsetSnapshot, ReadingOptions } from '../../src/patches/page/protocol/protocol.ts';
import type { Icon } from '../../src/platform/model/icon.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { iconButton, toolbar } from '../kit/page-elements.ts';
import { viewedCount } from './jump-list.ts';

const toggles: readonly (readonly [keyof ReadingOptions, label: string, icon: Icon, shortcut: string])[] = [
	['wrapsLines', 'Wrap lines', 'word-wrap', 'w'],
	['ignoresWhitespace', 'Ignore whitespace', 'whitespace', 'b'],
	['showsOnePatch', 'Show one patch at a time', 'layers', '1'],
	['showsNetDiff', 'Show changes of all patches together', 'combine', '2'],
];

/** The toggles of the page. A single patch has no toggle that shows the changes of all patches together. */
const togglesOf = ({ canCombine }: PatchsetSnapshot) =>
	toggles.filter(([name]) => canCombine || name !== 'showsNetDiff');

const toggleButton = (
	options: ReadingOptions,
	[name, label, glyph, shortcut]: (typeof toggles)[number],
): VirtualElement =>
	iconButton(label, glyph, {
		shortcut,
		'data-do': 'option',
		'data-option': name,
		'aria-pressed': String(options[name]),
		isTipAtEnd: true,
	});

const actionButton = (name: string, glyph: Icon, shortcut: string, action: string): VirtualElement =>
	iconButton(name, glyph, { shortcut, 'data-do': action, isTipAtEnd: true });

/** The buttons that show the previous and the next patch. */
function patchSteps({ patches, options }: PatchsetSnapshot, shown: string): Child {
	if (!options.showsOnePatch || patches.length < 2) return null;
	const at = patches.findIndex(({ key }) => key === shown);
	return h(
		'span',
		{ class: 'row steps', role: 'group', 'aria-label': 'Shown patch' },
		actionButton('Previous patch', 'arrow-up', 'Shift+K', 'previous-patch'),
		h('span', { class: 'num aside-text' }, `${at + 1} of ${patches.length}`),
		actionButton('Next patch', 'arrow-down', 'Shift+J', 'next-patch'),
	);
}

/** The heading of the patches, with what applies to all of them. `shown`: the key of the first patch that is shown. */
export const patchesHead = (snapshot: PatchsetSnapshot, shown: string): VirtualElement =>
	h(
		'div',
		{ class: 'area-head' },
		h('h2', { id: 'patches-title' }, 'Patches'),
		h('span', { class: 'aside-text' }, viewedCount(snapshot.patches)),
		patchSteps(snapshot, shown),
		toolbar(
			'Ways to read the patches',
			'tools push',
			actionButton('Previous reply', 'arrow-up', 'p', 'previous-entry'),
			actionButton('Next reply', 'arrow-down', 'n', 'next-entry'),
			actionButton('Fold or unfold all files', 'fold', 'Shift+Z', 'fold-all'),
			...togglesOf(snapshot).map((toggle) => toggleButton(snapshot.options, toggle)),
		),
	);
