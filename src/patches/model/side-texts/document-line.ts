import { count } from '../../../base/text/numbers.ts';
import type { FileLine } from './file-lines.ts';

/** Longer lines are shortened: VS Code compares and draws them too slowly. */
const maxCharacters = 100_000;

/** Whether the file has the line breaks of Windows, so that no line shows a `\r`. */
export const hasWindowsBreaks = (lines: readonly FileLine[]): boolean => {
	const ended = lines.filter(({ hasBreak }) => hasBreak);
	return ended.length > 0 && ended.every(({ text }) => text.endsWith('\r'));
};

/** The text of a line in a document of VS Code. With another line break in it, the numbers of all lines below would be wrong. */
export function documentLineOf({ text, side, hasBreak }: FileLine, usesCrlf: boolean): string {
	const content = usesCrlf && hasBreak && text.endsWith('\r') ? text.slice(0, -1) : text;
	const cut = content.length - maxCharacters;
	const shortened =
		// Two shortened lines must differ if the whole lines do.
		cut > 0 ? `${content.slice(0, maxCharacters)} [${count(cut, 'more character')}${notes[side]}]` : content;
	return showControls(shortened);
}

/** Replaces characters by their pictures: VS Code takes a `\r` for a line break, and a text with a NUL for a binary file. */
export const showControls = (text: string): string =>
	text.replaceAll('\r', '\u240d').replaceAll('\0', '\u2400');

const notes = { both: '', old: ', removed', new: ', added' };
