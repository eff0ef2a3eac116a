import { invisibleNames } from '../../base/text/invisible-characters.ts';
import type { Hunk } from '../unified-diff/file-diff.ts';
import { linesOf } from '../unified-diff/lines.ts';

interface CharacterWarning {
	readonly text: string;
	/** The line in the new file. */
	readonly line: number | undefined;
}

/** How many invisible characters of a file are examined. No usual file has more. Beyond, only those that reorder text are found. */
const maxExamined = 20_000;
const maxNamed = 3;
const reorderingCharacter = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const reorderingName = /^U\+(?:061C|200[EF]|202[A-E]|206[6-9])$/;

/** Warnings about invisible and reversing characters in added lines. */
export function characterWarnings(source: string, hunks: readonly Hunk[]): readonly CharacterWarning[] {
	const reordering = new FoundCharacters();
	const invisible = new FoundCharacters();
	let examined = 0;
	for (const { text, line } of addedLines(source, hunks)) {
		for (const name of examined < maxExamined ? invisibleNames(text) : []) {
			if (reorderingName.test(name)) reordering.add(name, line);
			else if (name !== '') invisible.add(name, line);
			examined += 1;
			if (examined >= maxExamined) break;
		}
		if (examined >= maxExamined && reorderingCharacter.test(text)) reordering.add('', line);
	}
	return [
		...reordering.describe('Some characters change the order in which text is displayed'),
		...invisible.describe('The text contains invisible characters'),
	];
}

function* addedLines(source: string, hunks: readonly Hunk[]) {
	for (const hunk of hunks) {
		// Most hunks have none, and need not be divided into lines.
		if (invisibleNames(source.slice(hunk.bodyStart, hunk.end)).next().done) continue;
		for (const { kind, start, end, newLine } of linesOf(source, hunk))
			if (kind === 'add' || kind === 'wrapped') yield { text: source.slice(start, end), line: newLine };
	}
}

class FoundCharacters {
	readonly #names = new Set<string>();
	#isFound = false;
	#line: number | undefined;

	/** Without a name, if that is not known. */
	add(name: string, line: number | undefined): void {
		if (name !== '') this.#names.add(name);
		this.#isFound = true;
		this.#line ??= line;
	}

	describe(what: string): readonly CharacterWarning[] {
		if (!this.#isFound) return [];
		const shown = [...this.#names].slice(0, maxNamed).join(', ');
		const names = this.#names.size > maxNamed ? `${shown} and others` : shown;
		return [{ text: names === '' ? `${what}.` : `${what}: ${names}.`, line: this.#line }];
	}
}
