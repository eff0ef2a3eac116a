import { draw, h, type VirtualElement } from './draw.ts';
import { hasLetterKeys, modifierKey, type PageKey } from './keys.ts';
import { iconButton } from './parts.ts';

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

const content = (keys: readonly PageKey[]) => [
	h(
		'div',
		{ class: 'row' },
		h('h2', { id: 'keys-title' }, 'Keys'),
		iconButton('Close', 'close', { isTipAtEnd: true, 'data-do': 'hide-keys' }),
	),
	h(
		'dl',
		{},
		...(hasLetterKeys() ? keys : []).map(([letters, label]) =>
			keyRow(label, ...[...letters].map(keysToPress)),
		),
		keyRow('Send', [modifierKey, 'Enter']),
		keyRow('Leave field (draft is kept), or go back to the list', ['Esc']),
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
	document.body.append(list);
	return list;
}

/** Shows the list of the page's keys. It is drawn only now, because most pages never show it. */
export function showKeyList(keys: readonly PageKey[]): void {
	const list = shownList() ?? createList();
	draw(list, content(keys));
	list.showModal();
}

export function hideKeyList(): void {
	shownList()?.close();
}
