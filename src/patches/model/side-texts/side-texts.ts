import type { FileDiff, Hunk } from '../../../mail/unified-diff/file-diff.ts';
import { textsWithoutHunks } from './content-notes.ts';
import { documentLineOf, hasWindowsBreaks } from './document-line.ts';
import type { FileLine } from './file-lines.ts';
import { newRange, oldRange } from './hunk-ranges.ts';
import { type OldFileLines, reachesEnd, readHunks } from './old-file-lines.ts';
import { missingLabel, padTexts, SideText, type SideTexts } from './side-text.ts';

interface SideTextsOptions {
	/** Whether empty lines stand for those that are not in the mail, so that line numbers are true: see `canNumberLines`. */
	readonly isNumbered?: boolean;
	/** Lines of the old file that are known besides those of the hunks. */
	readonly known?: OldFileLines;
}

const noLines: OldFileLines = { lines: [], reachEnd: false };

/**
 * The texts of a file before and after a patch, as far as the mail contains them. Lines that it does not contain are empty, and the same
 * on both sides, so that VS Code folds them.
 */
export const sideTexts = (source: string, file: FileDiff, options: SideTextsOptions = {}): SideTexts =>
	padTexts(unpaddedTexts(source, file, options));

/** The texts without empty lines at their end. */
export function unpaddedTexts(source: string, file: FileDiff, options: SideTextsOptions): SideTexts {
	const { hunks, status } = file;
	if (hunks.length === 0) return textsWithoutHunks(source, file);
	const { isNumbered = true, known = noLines } = options;
	const read = readHunks(source, file);
	const isWindows = hasWindowsBreaks([...read.flatMap(({ lines }) => lines), ...known.lines]);
	const writer = new SideWriter({ isNumbered, known, isWindows });
	for (const { hunk, lines } of read) writer.addHunk(hunk, lines);
	writer.finish(!known.reachEnd && !reachesEnd(file.status, read));
	return {
		old: status === 'A' ? undefined : writer.old.toString(),
		new: status === 'D' ? undefined : writer.new.toString(),
	};
}

interface WriterOptions extends Required<SideTextsOptions> {
	readonly isWindows: boolean;
}

/** Writes both sides at the same time, so that lines that are not known are the same on both. */
class SideWriter {
	readonly old = new SideText();
	readonly new = new SideText();
	readonly #options: WriterOptions;
	/** The index of the next known line. */
	#nextKnown = 0;

	constructor(options: WriterOptions) {
		this.#options = options;
	}

	addHunk(hunk: Hunk, lines: readonly FileLine[]): void {
		const [oldGap, newGap] = [
			oldRange(hunk).start - this.old.lineCount,
			newRange(hunk).start - this.new.lineCount,
		];
		const common = Math.max(0, Math.min(oldGap, newGap));
		// They differ if lines of the hunk above are missing, because the mail was cut.
		this.#addMissing(this.old, oldGap - common);
		this.#addMissing(this.new, newGap - common);
		this.#addGap(common);
		for (const line of lines) this.#addLine(line);
	}

	finish(mayHaveMore: boolean): void {
		const { known } = this.#options;
		const last = known.lines.at(-1);
		if (last) this.#addGap(Math.max(0, last.index + 1 - this.old.lineCount));
		if (!mayHaveMore || last?.hasBreak === false) return;
		this.old.addRest();
		this.new.addRest();
	}

	/** Adds lines that no hunk contains: those that are known, and labels for the others. */
	#addGap(lines: number): void {
		const { isNumbered } = this.#options;
		const known = this.#options.known.lines;
		const end = this.old.lineCount + lines;
		while (this.old.lineCount < end) {
			while ((known[this.#nextKnown]?.index ?? end) < this.old.lineCount) this.#nextKnown += 1;
			const next = known[this.#nextKnown];
			const unknown = Math.min(end, next?.index ?? end) - this.old.lineCount;
			this.old.addUnknown(unknown, isNumbered);
			this.new.addUnknown(unknown, isNumbered);
			if (next && next.index < end) this.#addLine({ ...next, side: 'both' });
		}
	}

	#addMissing(side: SideText, lines: number): void {
		side.addUnknown(lines, this.#options.isNumbered, missingLabel(lines));
	}

	#addLine(line: FileLine): void {
		const text = documentLineOf(line, this.#options.isWindows);
		if (line.side !== 'new') this.old.add(text, line.hasBreak);
		if (line.side !== 'old') this.new.add(text, line.hasBreak);
	}
}
