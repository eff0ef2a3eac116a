import type { HostMessage } from '../../src/platform/page/requests.ts';

/** The parts of the list of keys, in its order. */
export const keyGroups = ['Move', 'Change', 'Write', 'Show'] as const;
export type KeyGroup = (typeof keyGroups)[number];

/** A key of a page: its group, the letters that each trigger the action, its label in the list of keys, and the action. Capital letters need Shift. */
export type PageKey<Action extends string = string> = readonly [
	group: KeyGroup,
	letters: string,
	label: string,
	action: Action,
];

/** The name of the modifier key on this platform. */
export const modifierKey = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Whether the element uses letters that the user types. */
export const isField = (element: Element | null): boolean =>
	element?.matches('textarea, input, select, [contenteditable]') ?? false;

/** Whether a key is pressed without a modifier key, and is not held down. */
export const isUnmodified = ({ ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent): boolean =>
	!(ctrlKey || metaKey || altKey || shiftKey || repeat);

/** Whether a key belongs to VS Code. AltGr types a character. */
const isCommand = (event: KeyboardEvent): boolean =>
	(event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');

/** Whether a key would change the text of a field. */
export const isTyping = (event: KeyboardEvent): boolean =>
	/^(?:.|Backspace|Enter)$/u.test(event.key) && !isCommand(event);

/** The letter of a key. For a letter of another script, the Latin letter at the same position of the keyboard. */
function letterOf({ key, code, shiftKey }: KeyboardEvent): string {
	const isOtherLetter = /^(?!\p{Script=Latin})\p{L}$/u.test(key);
	const character = isOtherLetter ? (/^Key([A-Z])$/.exec(code)?.[1] ?? '') : key;
	if (!/^[\x20-\x7e]$/.test(character)) return '';
	if (!/^[a-z]$/i.test(character)) return character;
	// Ignore Caps Lock.
	return shiftKey ? character.toUpperCase() : character.toLowerCase();
}

/** Whether single letters are keys of the page, which the user decides in the settings. */
export const hasLetterKeys = (): boolean => document.body.dataset.letters !== 'off';

/**
 * The attributes of a control with a tooltip and a key. Screen readers announce `key`; the tooltip shows it as `printed`. While single-letter
 * keys are off, there is only the tooltip.
 */
export const tipWithKey = (
	tip: string,
	key: string,
	printed = key.length === 1 ? key.toUpperCase() : key,
) => {
	const isKey = key !== '' && hasLetterKeys();
	return { 'aria-keyshortcuts': isKey ? key : null, 'data-tip': isKey ? `${tip} (${printed})` : tip };
};

/** Turns single-letter keys on or off when the user changes the setting, and then calls `changed`. */
export function followLetterKeys(changed: () => void): void {
	addEventListener('message', ({ data }: MessageEvent<HostMessage<unknown>>) => {
		if (!('hasLetterKeys' in data)) return;
		document.body.dataset.letters = data.hasLetterKeys ? 'on' : 'off';
		changed();
	});
}

/**
 * The action of a key outside of fields. With Ctrl, Alt or Meta a key belongs to VS Code; with AltGr it types another character. `repeatable`
 * lists the actions that repeat while their key is held down. Reasons: docs/decisions/page-keys.md.
 */
export function keyAction<Action extends string>(
	event: KeyboardEvent,
	keys: readonly PageKey<Action>[],
	repeatable: readonly Action[],
): Action | undefined {
	if (!hasLetterKeys()) return undefined;
	if (isCommand(event) || event.getModifierState('AltGraph')) return undefined;
	const letter = letterOf(event);
	if (letter === '') return undefined;
	const action = keys.find(([, letters]) => letters.includes(letter))?.[3];
	return action && event.repeat && !repeatable.includes(action) ? undefined : action;
}
