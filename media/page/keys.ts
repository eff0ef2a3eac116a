import type { Snapshot } from '../../src/protocol/ticket.ts';
import { type Drawn, h } from './draw.ts';
import { tool } from './parts.ts';

/** The keys of the page: the letters, what the list says, and the action. A capital letter is typed with Shift. */
const keys = [
	['j', 'Next ticket', 'next'],
	['k', 'Previous ticket', 'previous'],
	['f', 'Confirm', 'confirm'],
	['i', 'Mark as in progress', 'start'],
	['x', 'Resolve as…', 'resolve'],
	['X', 'Reopen', 'reopen'],
	['s', 'Change the status', 'status'],
	['l', 'Change the labels', 'labels'],
	['u', 'Undo the last change', 'undo'],
	['cr', 'Write', 'write'],
	['q', 'Quote the comment', 'quote'],
	['n', 'Next comment', 'next-comment'],
	['p', 'Previous comment', 'previous-comment'],
	['y', 'Copy the reference', 'copy-ref'],
	['?', 'Show this list', 'show-keys'],
] as const;

export type KeyAction = (typeof keys)[number][2];

/** What a page without a ticket has no use for. */
const onlyForTickets: readonly KeyAction[] = [
	...(['next', 'previous', 'confirm', 'start', 'resolve', 'reopen', 'status', 'labels', 'undo'] as const),
	...(['quote', 'next-comment', 'previous-comment', 'copy-ref'] as const),
];

const keysOf = (page: Snapshot['page']) =>
	keys.filter(([, , action]) => page === 'ticket' || !onlyForTickets.includes(action));

/** What the key for commands is called here. */
export const command = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Whether letters are text there. */
export const isField = (element: Element | null): boolean =>
	element?.matches('textarea, input, select, [contenteditable]') ?? false;

/** The letter of a key; on a keyboard without Latin letters, the one in its place on a Latin keyboard. */
function letterOf({ key, code, shiftKey }: KeyboardEvent): string {
	const latin = /^[\x20-\x7e]$/.test(key) ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? '');
	// Caps Lock does not count.
	return /^[a-z]$/i.test(latin) ? (shiftKey ? latin.toUpperCase() : latin.toLowerCase()) : latin;
}

/** What a key means outside of fields. With Ctrl, Alt or Meta it is the editor's. */
export function keyAction(event: KeyboardEvent, page: Snapshot['page']): KeyAction | undefined {
	if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
	const letter = letterOf(event);
	return letter === '' ? undefined : keysOf(page).find(([letters]) => letters.includes(letter))?.[2];
}

const row = (words: string, ...shown: readonly string[]): Drawn =>
	h('div', {}, h('dt', {}, ...shown.map((key) => h('kbd', {}, key))), h('dd', {}, words));

/** As they are printed on a keyboard. */
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
			...keysOf(page).map(([letters, words]) => row(words, ...[...letters].flatMap(printed))),
			row('Send', command, 'Enter'),
			row('Leave field (draft is kept)', 'Esc'),
		),
	);
