import { kindOf } from '../text/line-kinds.ts';
import { proseLines } from './prose.ts';

/** The longest line of prose, in columns. */
const width = 72;

const listMarker = /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)]) +)?/;
/** At the start of a line, a word with such a mark would be a heading, a row, or the item of a list. */
const mark = /^(?:[>+*|#@=-]|\d{1,9}[.)]$)/;
/** Below a word with this end, which would be the key of a trailer or header, programs look for its value on the next line, too. */
const keyEnd = /(?<=:)|[ \t]+:(?:\s|$)/y;
/** Apart from keys, a longer line is of the kind of its start. */
const longestStart = 200;

/** Wraps the lines of prose. No wrapped line begins like something that programs do not take for prose. Lines of `composed` are not wrapped. */
export function wrapLines(lines: readonly string[], composed?: ReadonlySet<string>): readonly string[] {
	const prose = proseLines(lines, composed);
	return lines.flatMap((line, index) => (prose.has(index) ? wrapLine(line) : [line]));
}

function wrapLine(line: string): readonly string[] {
	if (columnsOf(line) <= width) return [line];
	const [marker = ''] = listMarker.exec(line) ?? [];
	const indent = ' '.repeat(marker.length);
	const wrapped: string[] = [];
	let current = marker;
	let columns = marker.length;
	for (const { text, space } of unbrokenPieces(line.slice(marker.length))) {
		const added = columnsOf(text);
		if (current !== marker && columns + space.length + added > width) {
			wrapped.push(current);
			current = indent + text;
			columns = indent.length + added;
		} else {
			const gap = current === marker ? '' : space;
			current += gap + text;
			columns += gap.length + added;
		}
	}
	return [...wrapped, current];
}

interface Piece {
	readonly text: string;
	/** The white space before it. */
	readonly space: string;
}

/** The pieces of a line at which a line can begin. */
function unbrokenPieces(line: string): readonly Piece[] {
	const found: Piece[] = [];
	let at = 0;
	let wordEnd = 0;
	let isKey = false;
	for (const { text, space } of pieces(line)) {
		at += space.length;
		if (at >= wordEnd) {
			wordEnd = at + line.slice(at).search(/\s|$/);
			keyEnd.lastIndex = wordEnd;
			isKey = keyEnd.test(line);
		}
		const last = found.at(-1);
		const cannotBeginLine =
			mark.test(text) ||
			(isKey && /^\w/.test(text)) ||
			[text, line.slice(at, at + longestStart)].some(kindOf);
		if (last && cannotBeginLine) found[found.length - 1] = { ...last, text: last.text + space + text };
		else found.push({ text, space });
		at += text.length;
	}
	return found;
}

const han = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
/** Chinese and Japanese can be broken between any two characters, but not before or after some signs. */
const breakable = new RegExp(
	`[（「『【〈《]*[${han}][ー々、。，．：；！？）」』】〉》…]*|[^${han}（「『【〈《]+|[（「『【〈《]+`,
	'gu',
);

/** What a line can be broken between, each with the white space before it. */
function* pieces(line: string): Generator<Piece> {
	for (const [, space = '', word = ''] of line.matchAll(/([ \t]*)([^ \t]+|$)/g)) {
		let before = space;
		for (const [text] of word.matchAll(breakable)) {
			yield { text, space: before };
			before = '';
		}
	}
}

const narrow = /^[ -~]*$/;
const wide =
	/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** How many columns a text takes in a terminal. */
function columnsOf(text: string): number {
	if (narrow.test(text)) return text.length;
	let columns = 0;
	for (const character of text) {
		if (wide.test(character)) columns += 2;
		else if (!/\p{M}/u.test(character)) columns += 1;
	}
	return columns;
}
