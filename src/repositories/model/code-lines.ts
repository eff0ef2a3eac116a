import { Buffer } from 'node:buffer';
import type { FoundCode } from '../../forge/shapes/code-search.ts';
import { excerptOf, type FoundLine } from './find-in-text.ts';
import { baseName, splitPath } from './paths.ts';

/** A line that a search of code has found, or a file whose name matches. */
export interface CodeLine extends FoundLine {
	readonly path: string;
	readonly isName: boolean;
}

/** Fewer than in *Find in Repository…*, where the name of the file and the number of the line are below the text and not beside it. */
const shownBefore = 20;
const shownAfter = 60;

type File = FoundCode['files'][number];

/** The lines of each file, in the order of the forge. Leaves out files whose paths are not in a repository. */
export const codeLinesOf = ({ files }: FoundCode): readonly CodeLine[] =>
	files.filter(({ name }) => splitPath(name)?.length).flatMap(linesOf);

function linesOf({ name: path, lines }: File): readonly CodeLine[] {
	const inText = lines.filter(({ number }) => Number.isSafeInteger(number) && number > 0);
	if (inText.length === 0)
		return [{ path, isName: true, line: 0, start: 0, end: 0, excerpt: baseName(path) }];
	return inText.map(({ text, number, matches: [match = { start: 0, length: 0 }] }) => {
		const [line = ''] = text.split(/[\n\r]/, 1);
		const start = charactersOf(line, match.start);
		const end = Math.max(start, charactersOf(line, match.start + match.length));
		return {
			path,
			isName: false,
			line: number - 1,
			start,
			end,
			excerpt: excerptOf(line, start, shownBefore, shownAfter),
		};
	});
}

/**
 * How many characters the first bytes of a text in UTF-8 are. What was not UTF-8 arrives as U+FFFD, each of which stands for one byte. No
 * character has less than a byte, so the rest of a huge line is not converted.
 */
const charactersOf = (text: string, bytes: number): number => {
	const size = Math.max(0, bytes);
	return Buffer.from(text.slice(0, size).replaceAll('\ufffd', '?')).subarray(0, size).toString().length;
};
