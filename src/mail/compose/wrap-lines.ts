import { trailersInText } from '../text/mail-trailers.ts';

/** The longest line of prose, in columns. */
const width = 72;

const fence = /^ {0,3}(`{3,}|~{3,})/;
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?$/;
const listMarker = /^ {0,3}(?:(?:[-*+]|\d{1,9}[.)]) +)?/;
/** At the start of a line, these words would be a quote, the item of a list, or what programs take for a patch. */
const badStart = /^(?:[>+*|#@=-]|\d{1,9}[.)]$|From$|diff$|Index:|The$)/;

/** Wraps the lines of prose, but no quotes, code, tables, trailers or words. Lines of `composed` stay as they are. */
export function wrapLines(
	lines: readonly string[],
	composed: ReadonlySet<string> = new Set(),
): readonly string[] {
	const tables = tableLines(lines);
	let openFence: string | undefined;
	return lines.flatMap((line, index) => {
		const [, found] = fence.exec(line) ?? [];
		const isCode = openFence !== undefined || found !== undefined;
		if (openFence === undefined) openFence = found;
		else if (found?.startsWith(openFence) && line.trim() === found) openFence = undefined;
		const isKept = isCode || tables.has(index) || composed.has(line) || !isProse(line);
		return isKept ? [line] : wrapLine(line);
	});
}

const isProse = (line: string): boolean =>
	!/^(?: {4}|\t| {0,3}[>|])/.test(line) && trailersInText(line).length === 0;

/** The indices of the lines of tables without a bar at their start: those around a row of dashes. */
function tableLines(lines: readonly string[]): ReadonlySet<number> {
	const found = new Set<number>();
	for (const [row, line] of lines.entries()) {
		if (found.has(row) || !delimiterRow.test(line)) continue;
		found.add(row - 1);
		for (let at = row; lines[at]?.includes('|'); at += 1) found.add(at);
	}
	return found;
}

function wrapLine(line: string): readonly string[] {
	if (columnsOf(line) <= width) return [line];
	const [marker = ''] = listMarker.exec(line) ?? [];
	const indent = ' '.repeat(marker.length);
	const wrapped: string[] = [];
	let current = marker;
	let columns = marker.length;
	let isEmpty = true;
	for (const { text, space } of pieces(line.slice(marker.length))) {
		const added = columnsOf(text);
		if (!isEmpty && columns + space.length + added > width && !badStart.test(text)) {
			wrapped.push(current);
			current = indent + text;
			columns = indent.length + added;
		} else {
			const gap = isEmpty ? '' : space;
			current += gap + text;
			columns += gap.length + added;
		}
		isEmpty = false;
	}
	return [...wrapped, current];
}

const han = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
/** Chinese and Japanese can be broken between any two characters, but not before or after some signs. */
const breakable = new RegExp(
	`[（「『【〈《]*[${han}][ー々、。，．：；！？）」』】〉》…]*|[^${han}（「『【〈《]+|.`,
	'gu',
);

/** What a line can be broken between, each with the white space before it. */
function* pieces(line: string): Generator<{ readonly text: string; readonly space: string }> {
	for (const [, space = '', word = ''] of line.matchAll(/([ \t]*)([^ \t]+)/g)) {
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
