import type { Snapshot } from '../../src/protocol/ticket.ts';
import { type Drawn, h } from './draw.ts';
import { tool } from './parts.ts';

/** The keys of the page itself: a letter, what it says in the list, and the action that it does. */
const keys = [
	['n', 'Next comment', 'next-comment'],
	['p', 'Previous comment', 'previous-comment'],
	['r', 'Reply', 'write'],
	['q', 'Quote the comment in the box', 'quote'],
	['y', 'Copy the reference', 'copy-ref'],
	['?', 'Show this list', 'show-keys'],
] as const;

export type KeyAction = (typeof keys)[number][2];

/** What the key for commands is called here. */
export const command = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Whether letters are text there. */
export const isField = (element: Element | null): boolean =>
	element?.matches('textarea, input, select, [contenteditable]') ?? false;

/** With a modifier a key is the editor's. */
export const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
	!(ctrlKey || metaKey || altKey);

/** A letter of the third level of the keyboard: with AltGr, or Option on a Mac. */
export const isThird = (event: KeyboardEvent): boolean =>
	event.getModifierState('AltGraph') || (command === '⌘' && event.altKey && !event.ctrlKey && !event.metaKey);

/** The editor's key for a comment, as long as nobody has changed it; on a keyboard without Latin letters by its place. */
export function isCommentKey(event: KeyboardEvent): boolean {
	const { key, code, shiftKey } = event;
	const isC = /^[\x20-\x7e]$/.test(key) ? key.toLowerCase() === 'c' : code === 'KeyC';
	return isC && !shiftKey && isPlain(event);
}

/** What a key means outside of fields. */
export function keyAction(event: KeyboardEvent): KeyAction | undefined {
	const { key } = event;
	if (!isPlain(event)) return undefined;
	return keys.find(([letter]) => letter === key.toLowerCase())?.[2];
}

const row = (words: string, ...shown: readonly string[]): Drawn =>
	h('div', {}, h('dt', {}, ...shown.map((key) => h('kbd', {}, key))), h('dd', {}, words));

export const keyList = ({ keys: editor }: Snapshot): Drawn =>
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
			...editor.map(({ keys: shown, words }) => row(words, ...shown.split('+'))),
			...keys.map(([letter, words]) => row(words, letter.toUpperCase())),
			row('Send everything in the box', command, 'Enter'),
			row('Leave a field; the draft stays', 'Esc'),
		),
	);
