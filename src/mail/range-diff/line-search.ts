import type { PatchLine } from './line-position.ts';
import type { DiffLine, RangeDiffPatch } from './range-diff-patch.ts';

/** How many lines above and below are compared to tell equal lines apart. */
const neighbors = 3;
/** A line with fewer letters and digits, such as `}`, is only recognized by its neighbors. */
const telling = 4;
/** With more equal lines than this, only the first are compared. */
const maxCandidates = 200;

/** Finds lines that moved to a different patch or hunk, for example because the author split a patch. */
export class LineSearch {
	readonly #old: readonly RangeDiffPatch[];
	readonly #new: readonly RangeDiffPatch[];
	readonly #byText = new Map<string, PatchLine[]>();

	/** `newLines` has, for each patch of the new version, the lines to search. */
	constructor(
		old: readonly RangeDiffPatch[],
		current: readonly RangeDiffPatch[],
		newLines: readonly (readonly number[])[],
	) {
		this.#old = old;
		this.#new = current;
		for (const [patch, lines] of newLines.entries()) {
			for (const line of lines) {
				const key = keyOf(current[patch]?.diff[line]);
				if (key === undefined) continue;
				const others = this.#byText.get(key);
				if (others) others.push({ patch, line });
				else this.#byText.set(key, [{ patch, line }]);
			}
		}
	}

	/** The line with the same text and file, whose neighbors are the most similar. Undefined if it cannot be told from others. */
	find({ patch, line }: PatchLine): PatchLine | undefined {
		const diff = this.#old[patch]?.diff ?? [];
		const key = keyOf(diff[line]);
		if (key === undefined) return undefined;
		let best: PatchLine | undefined;
		let most = (diff[line]?.text.match(/[\p{L}\p{N}]/gu) ?? []).length < telling ? 1 : 0;
		let isUnclear = false;
		for (const found of this.#byText.get(key)?.slice(0, maxCandidates) ?? []) {
			const count = commonNeighbors(diff, line, this.#new[found.patch]?.diff ?? [], found.line);
			if (count < most) continue;
			isUnclear = count === most && best !== undefined;
			most = count;
			best = found;
		}
		return isUnclear ? undefined : best;
	}
}

/** Undefined for headers. */
function keyOf(line: DiffLine | undefined): string | undefined {
	if (!line || (line.oldLine === undefined && line.newLine === undefined)) return undefined;
	return `${line.path}\n${line.text}`;
}

function commonNeighbors(
	one: readonly DiffLine[],
	index: number,
	other: readonly DiffLine[],
	otherIndex: number,
): number {
	let count = 0;
	for (const step of [-1, 1]) {
		for (let nth = 1; nth <= neighbors; nth++) {
			const [left, right] = [one[index + step * nth], other[otherIndex + step * nth]];
			if (!left || left.text !== right?.text) break;
			count++;
		}
	}
	return count;
}
