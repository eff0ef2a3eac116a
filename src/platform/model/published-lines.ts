import { LineNumbers } from '../../mail/range-diff/line-numbers.ts';
import { matchLines } from '../../mail/range-diff/match-lines.ts';
import type { LineRange } from './repository-pages.ts';

/** Keeps the comparison of two large and very different files short. */
const maxSteps = 5_000_000;

/** Where lines of a file are in its published text. Undefined if it does not have all of them, one after the other. */
export function findPublishedLines(text: string, published: string, lines: LineRange): LineRange | undefined {
	const numbers = new LineNumbers();
	const matching = matchLines(numbers.of(linesOf(text)), numbers.of(linesOf(published)), { steps: maxSteps });
	const first = matching[lines.from - 1] ?? -1;
	for (let line = lines.from; line <= lines.to; line++)
		if (first < 0 || matching[line - 1] !== first + line - lines.from) return undefined;
	return { from: first + 1, to: first + 1 + lines.to - lines.from };
}

/** The lines of a text, without their line ends and a byte order mark. */
const linesOf = (text: string): readonly string[] => text.replace(/^\uFEFF/, '').split(/\r?\n/);
