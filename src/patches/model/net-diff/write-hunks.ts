import { LineNumbers } from '../../../mail/range-diff/line-numbers.ts';
import { type Budget, matchLines } from '../../../mail/range-diff/match-lines.ts';
import type { Hunk } from '../../../mail/unified-diff/file-diff.ts';
import type { KnownLine, KnownLines } from './known-lines.ts';

/** The unchanged lines around a change, as git shows them. */
const contextLines = 3;
/** Beyond this many steps, a diff may not be the shortest. */
const maxSteps = 2_000_000;

interface WrittenDiff {
	readonly source: string;
	readonly hunks: readonly Hunk[];
	readonly additions: number;
	readonly deletions: number;
}

/** Writes the hunks that lead from the file before several patches to the one after them, below `header`. */
export function writeHunks(header: string, known: KnownLines): WrittenDiff {
	const writer = new HunkWriter(header);
	const budget = { steps: maxSteps };
	for (const part of regionsOf(known)) {
		if ('unknown' in part) writer.skip(part.unknown);
		else writer.addRegion(comparedLines(part.lines, budget));
	}
	return writer.diff;
}

/** Known lines without unknown ones between them. */
interface Region {
	readonly lines: readonly KnownLine[];
}

function regionsOf(known: KnownLines): readonly (Region | { readonly unknown: number })[] {
	const regions: ({ readonly lines: KnownLine[] } | { readonly unknown: number })[] = [];
	for (const part of known) {
		const last = regions.at(-1);
		if ('unknown' in part) regions.push(part);
		else if (last && 'lines' in last) last.lines.push(part);
		else regions.push({ lines: [part] });
	}
	return regions;
}

/** The lines as a diff has them: a line that one patch removed and another one added again did not change. */
function comparedLines(lines: readonly KnownLine[], budget: Budget): readonly KnownLine[] {
	const old = lines.filter(({ side }) => side !== 'new');
	const current = lines.filter(({ side }) => side !== 'old');
	const numbers = new LineNumbers();
	const numbersOf = (side: readonly KnownLine[]) =>
		numbers.of(side.map(({ text, hasBreak }) => (hasBreak ? `${text}\n` : text)));
	const matching = matchLines(numbersOf(old), numbersOf(current), budget);
	const compared: KnownLine[] = [];
	let at = 0;
	const addUntil = (end: number) => {
		for (const line of current.slice(at, end)) compared.push({ ...line, side: 'new' });
		at = end;
	};
	for (const [nth, line] of old.entries()) {
		const match = matching[nth] ?? -1;
		if (match === -1) compared.push({ ...line, side: 'old' });
		else {
			addUntil(match);
			compared.push({ ...line, side: 'both' });
			at = match + 1;
		}
	}
	addUntil(current.length);
	return compared;
}

const signs = { both: ' ', old: '-', new: '+' } as const;

class HunkWriter {
	readonly #parts: string[];
	readonly #hunks: Hunk[] = [];
	#length: number;
	/** How many lines of each file were passed. */
	#old = 0;
	#new = 0;
	#additions = 0;
	#deletions = 0;

	constructor(header: string) {
		this.#parts = [header];
		this.#length = header.length;
	}

	get diff(): WrittenDiff {
		const source = this.#parts.join('');
		return { source, hunks: this.#hunks, additions: this.#additions, deletions: this.#deletions };
	}

	skip(count: number): void {
		this.#old += count;
		this.#new += count;
	}

	addRegion(lines: readonly KnownLine[]): void {
		let done = 0;
		while (done < lines.length) {
			let first = done;
			while (lines[first]?.side === 'both') first += 1;
			if (first === lines.length) break;
			const start = Math.max(done, first - contextLines);
			const end = endOfHunk(lines, first);
			this.skip(start - done);
			this.#addHunk(lines.slice(start, end), sectionOf(lines, done, start));
			done = end;
		}
		this.skip(lines.length - done);
	}

	#addHunk(lines: readonly KnownLine[], section: string): void {
		const start = this.#length;
		const oldCount = lines.filter(({ side }) => side !== 'new').length;
		const newCount = lines.filter(({ side }) => side !== 'old').length;
		// As in git, an empty range has the number of the line above it.
		const oldStart = this.#old + (oldCount > 0 ? 1 : 0);
		const newStart = this.#new + (newCount > 0 ? 1 : 0);
		const title = section === '' ? '' : ` ${section}`;
		this.#write(`@@ -${rangeText(oldStart, oldCount)} +${rangeText(newStart, newCount)} @@${title}\n`);
		const bodyStart = this.#length;
		for (const { side, text, hasBreak } of lines) {
			this.#write(`${signs[side]}${text}\n`);
			if (!hasBreak) this.#write('\\ No newline at end of file\n');
			if (side === 'new') this.#additions += 1;
			if (side === 'old') this.#deletions += 1;
		}
		this.#old += oldCount;
		this.#new += newCount;
		const range = { start, bodyStart, end: this.#length };
		this.#hunks.push({ ...range, oldStart, oldCount, newStart, newCount, section });
	}

	#write(text: string): void {
		this.#parts.push(text);
		this.#length += text.length;
	}
}

const rangeText = (start: number, count: number): string => (count === 1 ? `${start}` : `${start},${count}`);

/** Where the hunk with the change at `first` ends: changes whose surrounding lines touch are in the same hunk. */
function endOfHunk(lines: readonly KnownLine[], first: number): number {
	let end = first + 1;
	for (let at = end; at < lines.length && at <= end + 2 * contextLines; at += 1)
		if (lines[at]?.side !== 'both') end = at + 1;
	return Math.min(lines.length, end + contextLines);
}

/** The last section that a hunk of the patches names between two lines. */
const sectionOf = (lines: readonly KnownLine[], from: number, start: number): string =>
	lines
		.slice(from, start + 1)
		.findLast(({ section }) => section !== undefined)
		?.section?.trimEnd() ?? '';
