import { h, type VirtualElement } from './draw.ts';
import { command, hasLetterKeys, type PageKey } from './keys.ts';
import { tool } from './parts.ts';

/** Each of `alternatives` has the keys to press together. */
const row = (label: string, ...alternatives: readonly (readonly string[])[]): VirtualElement => {
	const shown = alternatives.flatMap((keys, index) => [
		index > 0 && ' or ',
		...keys.flatMap((key, nth) => [nth > 0 && '+', h('kbd', {}, key)]),
	]);
	return h('div', {}, h('dt', {}, ...shown), h('dd', {}, label));
};

/** The keys as printed on a keyboard. */
const printed = (letter: string): readonly string[] =>
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
			tool('Close', 'close', { end: true, 'data-do': 'hide-keys' }),
		),
		h(
			'dl',
			{},
			...(hasLetterKeys() ? keys : []).map(([letters, words]) => row(words, ...[...letters].map(printed))),
			row('Send', [command, 'Enter']),
			row('Leave field (draft is kept), or go back to the list', ['Esc']),
		),
		!hasLetterKeys() &&
			h('p', { class: 'muted' }, 'Single-letter keys are off (setting tildeforge.singleLetterKeys).'),
	);
