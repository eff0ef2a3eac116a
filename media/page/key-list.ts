import { draw, h, type VirtualElement } from './draw.ts';
import { hasLetterKeys, modifierKey, type PageKey } from './keys.ts';
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

/** Keys to press together that also work in fields, and what they do. */
type ControlKey = readonly [pressed: readonly string[], label: string];

/** The keys of a page with a text to send. */
export const writingKeys: readonly ControlKey[] = [
	[[modifierKey, 'Enter'], 'Send'],
	[['Esc'], 'Leave field (draft is kept), or go back to the list'],
];

const content = (keys: readonly PageKey[], controlKeys: readonly ControlKey[]) => [
	h(
		'div',
		{ class: 'row' },
		h('h2', { id: 'keys-title' }, 'Keyboard shortcuts'),
		iconButton('Close', 'close', { isTipAtEnd: true, 'data-do': 'hide-keys' }),
	),
	h(
		'dl',
		{},
		...(hasLetterKeys() ? keys : []).map(([letters, label]) =>
			keyRow(label, ...[...letters].map(keysToPress)),
		),
		...controlKeys.map(([pressed, label]) => keyRow(label, pressed)),
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

export function hideKeyList(): void {
	shownList()?.close();
}
