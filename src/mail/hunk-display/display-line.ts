import { type InvisibleCharacter, takeInvisible } from '../../base/text/invisible-characters.ts';

/** The text of a line as it is displayed. */
export interface DisplayText {
	/** Without invisible characters, and shortened if it is very long. */
	readonly text: string;
	/** Invisible and reversing characters. Their offsets are those of the text without them. */
	readonly invisible: readonly InvisibleCharacter[];
	/** How many more characters the line has. */
	readonly more: number;
}

/** A line of a diff as it is displayed. */
export interface DisplayLine extends DisplayText {
	/** `\` for a note such as "No newline at end of file". */
	readonly sign: ' ' | '+' | '-' | '\\';
	/** Its number in the old file; null if it is not there. */
	readonly old: number | null;
	readonly new: number | null;
	/** The parts of the text that differ: offsets, alternately of a start and an end. */
	readonly words: readonly number[];
}

/** Longer lines are shortened. */
export const longestLine = 2000;

/** The text of a line from `start` to `end` of the source. `showsReturn`: whether a carriage return at its end is displayed. */
export function displayTextOf(source: string, start: number, end: number, showsReturn: boolean): DisplayText {
	const hasReturn = end > start && source[end - 1] === '\r';
	const textEnd = hasReturn ? end - 1 : end;
	const cut = cutAt(source, start, textEnd);
	const { text, taken } = takeInvisible(source.slice(start, cut));
	const invisible = hasReturn && showsReturn ? [...taken, { at: text.length, name: 'CR' }] : taken;
	return { text, invisible, more: textEnd - cut };
}

/** Where a line is cut, not between the halves of a character. */
function cutAt(source: string, start: number, end: number): number {
	if (end - start <= longestLine) return end;
	const cut = start + longestLine;
	return isLowSurrogate(source.charCodeAt(cut)) ? cut - 1 : cut;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
