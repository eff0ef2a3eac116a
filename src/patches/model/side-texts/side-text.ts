import { count } from '../../../base/text/numbers.ts';

/** The two texts of a file in a diff editor. Undefined: the file does not exist on that side. */
export interface SideTexts {
	readonly old: string | undefined;
	readonly new: string | undefined;
}

/** How many lines below a label another one is needed, as the first is no longer in sight. */
const farLines = 8;

/** Builds the text of a file of which only some lines are known. */
export class SideText {
	readonly #parts: string[] = [];
	#endsWithBreak = true;
	/** How many lines of the file it represents so far. */
	lineCount = 0;
	/** How many lines it has so far. Fewer than it represents if a label stands for several. */
	documentLineCount = 0;

	add(text: string, hasBreak: boolean): void {
		this.#parts.push(text, '\n');
		this.#endsWithBreak = hasBreak;
		this.lineCount += 1;
		this.documentLineCount += 1;
	}

	/**
	 * Adds lines that are not known. They are empty except the first and the last one, which say so: VS Code may show some lines around a
	 * change. The labels also keep VS Code from joining the changes above and below, as it does if there is little text between them.
	 * A text without true line numbers has only one line for all of them.
	 */
	addUnknown(lines: number, isNumbered: boolean, label = unknownLabel(lines)): void {
		if (lines <= 0) return;
		this.#parts.push(label, '\n');
		if (isNumbered && lines > farLines) this.#parts.push('\n'.repeat(lines - 2), label, '\n');
		else if (isNumbered) this.#parts.push('\n'.repeat(lines - 1));
		this.#endsWithBreak = true;
		this.lineCount += lines;
		this.documentLineCount += isNumbered ? lines : 1;
	}

	/** Adds a last line about what may follow. */
	addRest(): void {
		this.add(restLabel, false);
	}

	toString(): string {
		const text = this.#parts.join('');
		return this.#endsWithBreak ? text : text.slice(0, -1);
	}
}

const restLabel = 'Further lines, if any, are not in this mail';

/** VS Code compares texts that have fewer lines together by comparing each line with each other line. */
const fewLines = 1700;
/** Comparisons of lines that take no time that a user notices. */
const maxComparisons = 20_000;

/**
 * Adds empty lines below the labels about what may follow, so that VS Code compares the texts in its faster way. Otherwise 20
 * files of 700 lines take a second more. It folds the empty lines.
 */
export function padTexts(texts: SideTexts): SideTexts {
	const { old, new: current } = texts;
	if (!old?.endsWith(restLabel) || !current?.endsWith(restLabel)) return texts;
	const oldLines = countLines(old);
	const newLines = countLines(current);
	const missing = fewLines - oldLines - newLines;
	if (missing <= 0 || oldLines * newLines <= maxComparisons) return texts;
	const padding = '\n'.repeat(Math.ceil(missing / 2));
	return { old: old + padding, new: current + padding };
}

function countLines(text: string): number {
	let lines = 1;
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
	return lines;
}

/** Without quotation marks, brackets or other characters that a language could highlight to the end of the file. */
const unknownLabel = (lines: number): string => `${count(lines, 'line is', 'lines are')} not in this mail`;

export const missingLabel = (lines: number): string =>
	`${count(lines, 'line')} of the hunk above not in this mail`;

/** A whole line that is one of these labels. */
const placeholder =
	/^(?:[\d,]+ lines? (?:is|are|of the hunk above) not in this mail|Further lines, if any, are not in this mail)$/;

/** The lines of a document that stand for lines that are not known, counted from 0. */
export const placeholderLines = (
	text: string,
): readonly { readonly line: number; readonly length: number }[] =>
	text
		.split(/\r?\n/)
		.flatMap((content, line) => (placeholder.test(content) ? [{ line, length: content.length }] : []));
