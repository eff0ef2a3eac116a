import { h, type VirtualElement } from './draw.ts';
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

/** The list of the page's keys, which the user can open. */
export const keyList = (keys: readonly PageKey[]): VirtualElement =>
	h(
		'dialog',
		{ key: 'keys', class: 'keys', id: 'keys', 'aria-labelledby': 'keys-title' },
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
	);
