import type { Hunk } from '../../../mail/unified-diff/file-diff.ts';
import { type FileLine, fileLines } from '../side-texts/file-lines.ts';
import { oldRange } from '../side-texts/hunk-ranges.ts';

/** A line of a file before (`old`) or after (`new`) several patches, or in both. */
export interface KnownLine extends FileLine {
	/** What follows the second `@@` of the hunk that begins with this line. */
	readonly section?: string;
}

/** A file that several patches change: the lines that their hunks contain, and between them how many lines are not known and stay the same. */
export type KnownLines = readonly (KnownLine | { readonly unknown: number })[];

/** A file of which nothing is known. */
export const unknownFile: KnownLines = [{ unknown: Number.POSITIVE_INFINITY }];

/** What is known after further hunks. Undefined if they do not fit, because they were made for another file. */
export function addHunks(known: KnownLines, source: string, hunks: readonly Hunk[]): KnownLines | undefined {
	const copy = new Copy(known);
	for (const hunk of hunks) {
		const { start } = oldRange(hunk);
		if (!copy.copyUntil(start)) return undefined;
		for (const [nth, line] of fileLines(source, hunk).entries()) {
			const read = nth === 0 && hunk.section !== '' ? { ...line, section: hunk.section } : line;
			if (line.side === 'new') copy.result.push(read);
			else if (!copy.takeLine(read)) return undefined;
		}
	}
	copy.copyRest();
	return copy.result;
}

/** Copies known lines, with the changes of hunks. */
class Copy {
	readonly result: KnownLines[number][] = [];
	readonly #known: KnownLines;
	#next = 0;
	/** How many of the unknown lines at `#next` were taken. */
	#taken = 0;
	/** How many lines of the changed file were passed. */
	#passed = 0;

	constructor(known: KnownLines) {
		this.#known = known;
	}

	/** Copies up to a line of the changed file. Returns whether it exists. */
	copyUntil(end: number): boolean {
		if (end < this.#passed) return false;
		while (this.#passed < end) {
			const part = this.#known[this.#next];
			if (!part) return false;
			if ('unknown' in part) {
				const count = Math.min(part.unknown - this.#taken, end - this.#passed);
				if (count > 0) this.result.push({ unknown: count });
				this.#pass(part.unknown, count);
			} else {
				this.result.push(part);
				this.#next += 1;
				if (part.side !== 'old') this.#passed += 1;
			}
		}
		return true;
	}

	/** Copies or removes a line that a hunk contains. Returns whether the file has it there. */
	takeLine(line: KnownLine): boolean {
		let part = this.#known[this.#next];
		while (part && 'side' in part && part.side === 'old') {
			this.result.push(part);
			this.#next += 1;
			part = this.#known[this.#next];
		}
		if (!part) return false;
		if ('unknown' in part) {
			this.result.push(line);
			this.#pass(part.unknown, 1);
			return true;
		}
		if (part.text !== line.text) return false;
		if (line.side === 'both') this.result.push(part);
		else if (part.side === 'both') this.result.push({ ...part, side: 'old' });
		this.#next += 1;
		this.#passed += 1;
		return true;
	}

	copyRest(): void {
		for (const part of this.#known.slice(this.#next)) {
			if ('unknown' in part) {
				const left = part.unknown - this.#taken;
				if (left > 0) this.result.push({ unknown: left });
			} else this.result.push(part);
			this.#taken = 0;
		}
	}

	#pass(unknown: number, count: number): void {
		this.#passed += count;
		this.#taken += count;
		if (this.#taken < unknown) return;
		this.#next += 1;
		this.#taken = 0;
	}
}
