import { type Candidate, closestLine, equalLine } from './closest-line.ts';
import { LineNumbers } from './line-numbers.ts';
import { type LinePosition, lineNumber, type Side } from './line-position.ts';
import { LineSearch } from './line-search.ts';
import { matchLines } from './match-lines.ts';
import type { Pair } from './range-diff.ts';
import type { DiffLine, RangeDiffPatch } from './range-diff-patch.ts';

/** Where a line of the old version is in the new one. */
export type MappedLine =
	/** It has the same text there, on the same side. It may be in a different patch or file. */
	| { readonly kind: 'unchanged'; readonly position: LinePosition }
	/** Another text has replaced it. */
	| { readonly kind: 'changed'; readonly position: LinePosition }
	/** `near` is the closest line that is still there, if the patch is. */
	| { readonly kind: 'gone'; readonly near: LinePosition | undefined };

/** The steps of the longest comparison of two patches. */
const maxSteps = 50_000_000;
/** How many lines above and below the changed ones may have replaced a line. */
const nearLines = 20;

/** Finds the lines of an old version in the new one. Compares patches when they are first asked for. */
export class LineMap {
	readonly #old: readonly RangeDiffPatch[];
	readonly #new: readonly RangeDiffPatch[];
	readonly #partners: ReadonlyMap<number, number>;
	readonly #matchings = new Map<string, Int32Array>();
	#search: LineSearch | undefined;

	constructor(old: readonly RangeDiffPatch[], current: readonly RangeDiffPatch[], pairs: readonly Pair[]) {
		this.#old = old;
		this.#new = current;
		this.#partners = new Map(
			pairs.filter((pair) => 'old' in pair).flatMap((pair) => ('new' in pair ? [[pair.old, pair.new]] : [])),
		);
	}

	/** Follows a line of the old version to the new one. */
	find(position: LinePosition): MappedLine {
		const text = this.#text(position);
		const partner = this.#partners.get(position.patch);
		if (text === undefined) return { kind: 'gone', near: undefined };
		if (partner === undefined) return this.#findElsewhere(position) ?? { kind: 'gone', near: undefined };

		const at = (line: number): LinePosition => ({ ...position, patch: partner, line });
		const matching = this.#matching(position.part, position.patch, partner);
		const found = matching[position.line] ?? -1;
		if (found !== -1) return { kind: 'unchanged', position: at(found) };

		const candidates = this.#candidates(position, partner, matching);
		const equal = equalLine(text, candidates);
		if (equal) return { kind: 'unchanged', position: at(equal.line) };
		const elsewhere = this.#findElsewhere(position);
		if (elsewhere) return elsewhere;
		const closest = closestLine(text, candidates);
		if (closest) return { kind: 'changed', position: at(closest.line) };
		const near = nearestMatch(matching, position.line);
		return { kind: 'gone', near: near === undefined ? undefined : at(near) };
	}

	#matching(part: LinePosition['part'], old: number, current: number): Int32Array {
		const key = `${part} ${old}`;
		const known = this.#matchings.get(key);
		if (known) return known;
		const numbers = new LineNumbers();
		const lines = (patch: RangeDiffPatch | undefined) =>
			numbers.of((part === 'message' ? patch?.message : patch?.diff.map(({ text }) => text)) ?? []);
		const matching = matchLines(lines(this.#old[old]), lines(this.#new[current]), { steps: maxSteps });
		this.#matchings.set(key, matching);
		return matching;
	}

	/** The text of a line of the old version, without the `+`, `-` or space. Undefined if there is no such line. */
	#text({ part, patch, line }: LinePosition): string | undefined {
		return part === 'message' ? this.#old[patch]?.message[line] : this.#old[patch]?.diff[line]?.text.slice(1);
	}

	/** The lines of the partner that match no line and are near where the line was. */
	#candidates(position: LinePosition, partner: number, matching: Int32Array): readonly Candidate[] {
		let [above, below] = [position.line, position.line];
		while (above >= 0 && matching[above] === -1) above--;
		while (below < matching.length && matching[below] === -1) below++;
		const { message, diff } = this.#new[partner] ?? { message: [], diff: [] };
		const original = this.#old[position.patch]?.diff[position.line];
		const textOf = (line: number): string | undefined => {
			if (position.part === 'message') return message[line];
			const other = diff[line];
			return original && other && isAlike(original, other, position.side) ? other.text.slice(1) : undefined;
		};
		const first = (matching[above] ?? -1) + 1;
		const end = matching[below] ?? (position.part === 'message' ? message : diff).length;
		const known = new Set(matching);
		const begin = Math.max(0, first - nearLines);
		const lines = Array.from({ length: end + nearLines - begin }, (_, nth) => begin + nth);
		return lines.flatMap((line) => {
			const text = known.has(line) ? undefined : textOf(line);
			const isBetween = line >= first && line < end;
			const isSameFile = position.part === 'message' || diff[line]?.path === original?.path;
			return text === undefined || !(isBetween || isSameFile) ? [] : [{ line, text, isBetween }];
		});
	}

	/** A line of a diff that is now in a different patch or hunk. */
	#findElsewhere(position: LinePosition): MappedLine | undefined {
		if (position.part === 'message') return undefined;
		this.#search ??= new LineSearch(this.#old, this.#new, this.#newLines());
		const found = this.#search.find(position);
		return found && { kind: 'unchanged', position: { ...position, ...found } };
	}

	/** For each patch of the new version, the lines that match none of its partner. */
	#newLines(): readonly (readonly number[])[] {
		const partners = new Map([...this.#partners].map(([old, current]) => [current, old]));
		return this.#new.map(({ diff }, index) => {
			const partner = partners.get(index);
			const known = new Set(partner === undefined ? [] : this.#matching('diff', partner, index));
			return [...diff.keys()].filter((line) => !known.has(line));
		});
	}
}

/** Whether both lines are on that side, or both are headers. */
function isAlike(one: DiffLine, other: DiffLine, side: Side): boolean {
	if (lineNumber(one, side) !== undefined) return lineNumber(other, side) !== undefined;
	return other.oldLine === undefined && other.newLine === undefined;
}

function nearestMatch(matching: Int32Array, line: number): number | undefined {
	for (let distance = 1; distance <= matching.length; distance++) {
		for (const other of [line - distance, line + distance]) {
			const found = matching[other];
			if (found !== undefined && found !== -1) return found;
		}
	}
	return undefined;
}
