import type { Snapshot } from '../../src/tickets/page/protocol.ts';
import { type Drawn, h } from './draw.ts';
import { tool } from './parts.ts';

/** The keys of the page: the letters that each trigger the action, its label in the list, and the action. Capital letters need Shift. */
const keys = [
	['j', 'Next ticket', 'next'],
	['k', 'Previous ticket', 'previous'],
	['f', 'Confirm', 'confirm'],
	['i', 'Mark as in progress', 'start'],
	['x', 'Resolve as…', 'resolve'],
	['X', 'Reopen', 'reopen'],
	['s', 'Change status', 'status'],
	['l', 'Edit labels', 'labels'],
	['u', 'Undo last change', 'undo'],
	['cr', 'Start writing', 'write'],
	['q', 'Quote comment', 'quote'],
	['n', 'Next comment', 'next-comment'],
	['p', 'Previous comment', 'previous-comment'],
	['y', 'Copy reference', 'copy-ref'],
	['?', 'Show keys', 'show-keys'],
] as const;

export type KeyAction = (typeof keys)[number][2];

/** Actions that are not available on a page without a ticket. */
const onlyForTickets: readonly KeyAction[] = [
	...(['next', 'previous', 'confirm', 'start', 'resolve', 'reopen', 'status', 'labels', 'undo'] as const),
	...(['quote', 'next-comment', 'previous-comment', 'copy-ref'] as const),
];

const keysOf = (page: Snapshot['page']) =>
	keys.filter(([, , action]) => page === 'ticket' || !onlyForTickets.includes(action));

/** The name of the modifier key on this platform. */
export const command = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Whether letters typed into the element are text. */
export const isField = (element: Element | null): boolean =>
	element?.matches('textarea, input, select, [contenteditable]') ?? false;

/** The letter of a key. For a letter of another script, the Latin letter at the same position of the keyboard. */
function letterOf({ key, code, shiftKey }: KeyboardEvent): string {
	const isOtherLetter = /^(?!\p{Script=Latin})\p{L}$/u.test(key);
	const latin = isOtherLetter ? (/^Key([A-Z])$/.exec(code)?.[1] ?? '') : key;
	if (!/^[\x20-\x7e]$/.test(latin)) return '';
	// Ignore Caps Lock.
	return /^[a-z]$/i.test(latin) ? (shiftKey ? latin.toUpperCase() : latin.toLowerCase()) : latin;
}

const repeatable: readonly KeyAction[] = ['next', 'previous', 'next-comment', 'previous-comment'];

/** The action of a key outside of fields. With Ctrl, Alt or Meta a key belongs to VS Code; with AltGr it types another character. */
export function keyAction(event: KeyboardEvent, page: Snapshot['page']): KeyAction | undefined {
	if (event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph')) return undefined;
	const letter = letterOf(event);
	if (letter === '') return undefined;
	const action = keysOf(page).find(([letters]) => letters.includes(letter))?.[2];
	return action && event.repeat && !repeatable.includes(action) ? undefined : action;
}

/** Each item of `shown` is an alternative: the keys to press together. */
const row = (words: string, ...shown: readonly (readonly string[])[]): Drawn => {
	const ways = shown.flatMap((keys, index) => [index > 0 && ' or ', ...keys.map((key) => h('kbd', {}, key))]);
	return h('div', {}, h('dt', {}, ...ways), h('dd', {}, words));
};

/** The keys as printed on a keyboard. */
const printed = (letter: string): readonly string[] =>
	/[A-Z]/.test(letter) ? ['Shift', letter] : [letter.toUpperCase()];

export const keyList = ({ page }: Snapshot): Drawn =>
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
			...keysOf(page).map(([letters, words]) => row(words, ...[...letters].map(printed))),
			row('Send', [command, 'Enter']),
			row('Leave field (draft is kept)', ['Esc']),
		),
	);
