import type { Passage } from './passages.ts';
import type { QuotedRange } from './quote-context.ts';
import { quotedLine } from './reply.ts';

/** A gap of this many lines is usually quoted rather than left out. */
const usualGap = 2;
const omission = '> [...]';
/** Longer lines are cut. Readers of quotes compare no more of a line. */
const longestLine = 1000;

/** Writes quotes of a mail, in its order, and what is written below them. Nothing is quoted twice. */
export class QuoteWriter {
	readonly #lines: string[] = [];
	/** The length of the text with the line breaks. */
	#length = 0;
	#passage: Passage | undefined;
	/** The first line of the passage that is not yet quoted. */
	#next = 0;
	#isBelowText = false;

	get text(): string {
		return this.#lines.map((line) => `${line}\n`).join('');
	}

	/** What the author of the reply writes, with an empty line around it. Returns where it starts and ends. */
	write(text: string): { readonly start: number; readonly end: number } {
		this.#separate();
		const start = this.#length;
		for (const line of text.split('\n')) this.#add(line);
		this.#isBelowText = true;
		return { start, end: this.#length };
	}

	/** The line directly above the first quote. */
	writeAttribution(line: string): void {
		this.#separate();
		this.#add(line);
		this.#isBelowText = false;
	}

	/** Up to `maxGap` lines above a range are quoted, too, so that nothing has to be left out. */
	quote(passage: Passage, ranges: readonly QuotedRange[], maxGap = usualGap): void {
		for (const { start, end } of ranges) {
			const from = passage === this.#passage ? Math.max(start, this.#next) : start;
			if (from >= end) continue;
			this.#quoteGap(passage, from, maxGap);
			for (const line of passage.lines.slice(from, end)) this.#quoteLine(line);
			this.#passage = passage;
			this.#next = end;
		}
	}

	/** What is between the quotes: nothing, a few lines, or a mark that lines were left out. */
	#quoteGap(passage: Passage, to: number, maxGap: number): void {
		const isBelowText = this.#isBelowText;
		if (isBelowText) this.#separate();
		this.#isBelowText = false;
		const gap = passage.lines.slice(passage === this.#passage ? this.#next : 0, to);
		if (passage !== this.#passage && !this.#isNext(passage)) this.#add(omission);
		else if (gap.every((line) => line.trim() === '')) {
			if (gap.length > 0 && !isBelowText) this.#quoteLine('');
		} else if (gap.length <= maxGap) for (const line of gap) this.#quoteLine(line);
		else this.#add(omission);
	}

	/** Whether no lines of the mail are between what was quoted and the start of a passage. */
	#isNext({ order }: Passage): boolean {
		if (this.#passage === undefined) return isFirst(order);
		const { order: above, lines } = this.#passage;
		return this.#next === lines.length && isFileBelow(order, above);
	}

	#quoteLine(line: string): void {
		this.#add(quotedLine(cutLine(line)));
	}

	/** An empty line, or two below a line that would otherwise say who wrote the next quote. */
	#separate(): void {
		const last = this.#lines.at(-1);
		if (last === undefined) return;
		this.#add('');
		if (this.#isBelowText && /[:：]$/.test(last)) this.#add('');
	}

	#add(line: string): void {
		this.#lines.push(line);
		this.#length += line.length + 1;
	}
}

/** Whether it is the message of the first patch, or the text of a mail without patches. */
const isFirst = (order: readonly number[]): boolean => order[0] === -1 || (order[0] === 0 && order[1] === 0);

/** Whether a passage is the next file of the same patch. */
function isFileBelow([patch, kind, file = 0]: readonly number[], above: readonly number[]): boolean {
	return above.length === 3 && above[0] === patch && above[1] === kind && above[2] === file - 1;
}

function cutLine(line: string): string {
	if (line.length <= longestLine) return line;
	const isInCharacter = /[\ud800-\udbff]$/.test(line.slice(0, longestLine));
	return `${line.slice(0, longestLine + Number(isInCharacter))}…`;
}
