import { draw, h, type VirtualElement } from './draw.ts';
import { hasLetterKeys, type KeyGroup, keyGroups, modifierKey, type PageKey } from './keys.ts';
import { iconButton } from './page-elements.ts';

/** A row of the list. Each of `alternatives` has the keys to press together. */
const keyRow = (label: string, ...alternatives: readonly (readonly string[])[]): VirtualElement => {
	const shown = alternatives.flatMap((keys, index) => [
		index > 0 && ' or ',
		...keys.flatMap((key, nth) => [nth > 0 && '+', h('kbd', {}, key)]),
	]);
	return h('div', {}, h('dt', {}, ...shown), h('dd', {}, label));
};

/** The keys to press for a letter, as they are printed on a keyboard. */
const keysToPress = (letter: string): readonly string[] =>
	/[A-Z]/.test(letter) ? ['Shift', letter] : [letter.toUpperCase()];

/** Keys that also work in fields and in diffs, and what they do. Each of `alternatives` has the keys to press together. */
export type ControlKey = readonly [
	group: KeyGroup,
	alternatives: readonly (readonly string[])[],
	label: string,
];

/** The keys of a page with a text to send. */
export const writingKeys: readonly ControlKey[] = [
	['Move', [['Esc']], 'Leave field (draft is kept), or go back to the list'],
	['Write', [[modifierKey, 'Enter']], 'Send'],
];

/** The keys of a group, below its name. */
function groupOf(
	group: KeyGroup,
	keys: readonly PageKey[],
	controlKeys: readonly ControlKey[],
): VirtualElement | false {
	const rows = [
		...keys.flatMap(([of, letters, label]) =>
			of === group ? [keyRow(label, ...[...letters].map(keysToPress))] : [],
		),
		...controlKeys.flatMap(([of, alternatives, label]) =>
			of === group ? [keyRow(label, ...alternatives)] : [],
		),
	];
	return rows.length > 0 && h('section', {}, h('h3', {}, group), h('dl', {}, ...rows));
}

const content = (keys: readonly PageKey[], controlKeys: readonly ControlKey[]) => [
	h(
		'div',
		{ class: 'row' },
		h('h2', { id: 'keys-title' }, 'Keyboard shortcuts'),
		iconButton('Close', 'close', { isTipAtEnd: true, 'data-do': 'hide-keys' }),
	),
	h(
		'div',
		{ class: 'groups' },
		...keyGroups.map((group) => groupOf(group, hasLetterKeys() ? keys : [], controlKeys)),
	),
	!hasLetterKeys() &&
		h('p', { class: 'muted' }, 'Single-letter keys are off (setting tildeforge.singleLetterKeys).'),
];

const shownList = () => document.querySelector<HTMLDialogElement>('#keys');

function createList(): HTMLDialogElement {
	const list = document.createElement('dialog');
	list.id = 'keys';
	list.className = 'keys';
	list.setAttribute('aria-labelledby', 'keys-title');
	list.tabIndex = -1;
	document.body.append(list);
	return list;
}

/** Shows the list of the page's keys. It is drawn only now, because most pages never show it. */
export function showKeyList(keys: readonly PageKey[], controlKeys: readonly ControlKey[]): void {
	const list = shownList() ?? createList();
	draw(list, content(keys, controlKeys));
	list.showModal();
	// By default, the button that closes it would get the focus, and show its tooltip over the first keys.
	list.focus();
}

export const isKeyListShown = (): boolean => shownList()?.open === true;

export function hideKeyList(): void {
	shownList()?.close();
}
