import type { Hunk } from '../../../mail/unified-diff/file-diff.ts';
import { textsWithoutHunks } from './content-notes.ts';
import type { DocumentHunks } from './document-hunks.ts';
import { documentLineOf, hasWindowsBreaks } from './document-line.ts';
import type { FileLine, VersionFile } from './file-lines.ts';
import { newRange, oldRange } from './hunk-ranges.ts';
import { type OldFileLines, reachesEnd, readHunks } from './old-file-lines.ts';
import { missingLabel, padTexts, SideText, type SideTexts } from './side-text.ts';

const noLines: OldFileLines = { lines: [], reachEnd: false };

/**
 * The texts of a file before and after a patch, as far as the mail contains them. Lines that it does not contain are empty, and the same
 * on both sides, so that VS Code folds them. `isNumbered`: there are as many of them as the file has, see `canNumberLines`.
 * Reasons: docs/decisions/native-diff.md.
 */
export const sideTexts = (version: VersionFile, isNumbered = true): SideTexts =>
	padTexts(unpaddedTexts(version, isNumbered, noLines));

/** The texts without empty lines at their end. `known` has lines of the old file besides those of the hunks. */
export function unpaddedTexts(version: VersionFile, isNumbered: boolean, known: OldFileLines): SideTexts {
	const { source, file } = version;
	if (file.hunks.length === 0) return textsWithoutHunks(source, file);
	const writer = writeSides(version, isNumbered, known);
	return {
		old: file.status === 'A' ? undefined : writer.old.toString(),
		new: file.status === 'D' ? undefined : writer.new.toString(),
	};
}

/** The hunks in one of the texts. */
export function hunksOfSide(
	version: VersionFile,
	side: 'old' | 'new',
	isNumbered: boolean,
	known = noLines,
): DocumentHunks {
	const { hunkStarts } = writeSides(version, isNumbered, known);
	return {
		source: version.source,
		file: version.file,
		shows: side,
		starts: hunkStarts.map((start) => start[side]),
	};
}

function writeSides({ source, file }: VersionFile, isNumbered: boolean, known: OldFileLines): SideWriter {
	const read = readHunks(source, file);
	const usesCrlf = hasWindowsBreaks([...read.flatMap(({ lines }) => lines), ...known.lines]);
	const writer = new SideWriter(isNumbered, usesCrlf, known);
	for (const { hunk, lines } of read) writer.addHunk(hunk, lines);
	writer.finish(!known.reachEnd && !reachesEnd(file.status, read));
	return writer;
}

interface HunkStart {
	readonly old: number;
	readonly new: number;
}

/** Writes both sides at the same time, so that lines that are not known are the same on both. */
class SideWriter {
	readonly old = new SideText();
	readonly new = new SideText();
	readonly hunkStarts: HunkStart[] = [];
	readonly #isNumbered: boolean;
	readonly #usesCrlf: boolean;
	readonly #known: OldFileLines;
	/** The index of the next known line. */
	#nextKnown = 0;

	constructor(isNumbered: boolean, usesCrlf: boolean, known: OldFileLines) {
		this.#isNumbered = isNumbered;
		this.#usesCrlf = usesCrlf;
		this.#known = known;
	}

	addHunk(hunk: Hunk, lines: readonly FileLine[]): void {
		const oldGap = oldRange(hunk).start - this.old.lineCount;
		const newGap = newRange(hunk).start - this.new.lineCount;
		const common = Math.max(0, Math.min(oldGap, newGap));
		// The gaps differ if lines of the hunk above are missing, because the mail was cut.
		this.#addMissing(this.old, oldGap - common);
		this.#addMissing(this.new, newGap - common);
		this.#addGap(common);
		this.hunkStarts.push({ old: this.old.documentLineCount, new: this.new.documentLineCount });
		for (const line of lines) this.#addLine(line);
	}

	finish(mayHaveMore: boolean): void {
		const last = this.#known.lines.at(-1);
		if (last) this.#addGap(Math.max(0, last.index + 1 - this.old.lineCount));
		if (!mayHaveMore || last?.hasBreak === false) return;
		this.old.addRest();
		this.new.addRest();
	}

	/** Adds lines that no hunk contains: those that are known, and labels for the others. */
	#addGap(lines: number): void {
		const known = this.#known.lines;
		const end = this.old.lineCount + lines;
		while (this.old.lineCount < end) {
			// Known lines above were added with a hunk.
			while ((known[this.#nextKnown]?.index ?? end) < this.old.lineCount) this.#nextKnown += 1;
			const next = known[this.#nextKnown];
			const unknown = Math.min(end, next?.index ?? end) - this.old.lineCount;
			this.old.addUnknown(unknown, this.#isNumbered);
			this.new.addUnknown(unknown, this.#isNumbered);
			if (next && next.index < end) this.#addLine({ ...next, side: 'both' });
		}
	}

	#addMissing(side: SideText, lines: number): void {
		side.addUnknown(lines, this.#isNumbered, missingLabel(lines));
	}

	#addLine(line: FileLine): void {
		const text = documentLineOf(line, this.#usesCrlf);
		if (line.side !== 'new') this.old.add(text, line.hasBreak);
		if (line.side !== 'old') this.new.add(text, line.hasBreak);
	}
}
