import type { ComparedPatch, DiffLine } from './compared-patch.ts';
import { LineNumbers } from './line-numbers.ts';
import { type LinePosition, lineNumber, type Side } from './line-position.ts';
import { LineSearch } from './line-search.ts';
import { matchingLines } from './matching-lines.ts';
import type { Pair } from './range-diff.ts';
import { similarity } from './similarity.ts';

/** Where a line of the old version is in the new one. */
export type MappedLine =
	/** It has the same text there, on the same side. It may be in a different patch or file. */
	| { readonly kind: 'unchanged'; readonly position: LinePosition }
	/** Another text has replaced it. */
	| { readonly kind: 'changed'; readonly position: LinePosition }
	/** `near` is the closest line that is still there, if the patch is. */
	| { readonly kind: 'gone'; readonly near: LinePosition | undefined };

/** The steps of the longest comparison of two patches. */
const mostSteps = 50_000_000;

/** Finds the lines of an old version in the new one. Compares patches when they are first asked for. */
export class LineMap {
	readonly #old: readonly ComparedPatch[];
	readonly #new: readonly ComparedPatch[];
	readonly #partners: ReadonlyMap<number, number>;
	readonly #matchings = new Map<string, Int32Array>();
	#search: LineSearch | undefined;

	constructor(old: readonly ComparedPatch[], fresh: readonly ComparedPatch[], pairs: readonly Pair[]) {
		this.#old = old;
		this.#new = fresh;
		this.#partners = new Map(
			pairs.flatMap((pair) => ('old' in pair && 'new' in pair ? [[pair.old, pair.new]] : [])),
		);
	}

	/** Follows a line of the old version to the new one. */
	find(position: LinePosition): MappedLine {
		const partner = this.#partners.get(position.patch);
		const matching =
			partner === undefined ? undefined : this.#matching(position.part, position.patch, partner);
		if (partner === undefined || !matching)
			return this.#findElsewhere(position) ?? { kind: 'gone', near: undefined };
		const at = (line: number): LinePosition => ({ ...position, patch: partner, line });
		const found = matching[position.line] ?? -1;
		if (found !== -1) return { kind: 'unchanged', position: at(found) };

		const replacements = this.#replacements(position, partner, matching);
		const text = this.#text(position);
		const same = replacements.find((one) => one.text === text);
		if (same) return { kind: 'unchanged', position: at(same.line) };
		const elsewhere = this.#findElsewhere(position);
		if (elsewhere) return elsewhere;
		const closest = closestLine(text, replacements);
		if (closest) return { kind: 'changed', position: at(closest.line) };
		const near = nearestMatch(matching, position.line);
		return { kind: 'gone', near: near === undefined ? undefined : at(near) };
	}

	#matching(part: LinePosition['part'], old: number, fresh: number): Int32Array {
		const key = `${part} ${old}`;
		const known = this.#matchings.get(key);
		if (known) return known;
		const numbers = new LineNumbers();
		const lines = (patch: ComparedPatch | undefined) =>
			numbers.of((part === 'message' ? patch?.message : patch?.diff.map(({ text }) => text)) ?? []);
		const matching = matchingLines(lines(this.#old[old]), lines(this.#new[fresh]), { steps: mostSteps });
		this.#matchings.set(key, matching);
		return matching;
	}

	/** The text of a line of the old version. */
	#text({ part, patch, line }: LinePosition): string {
		if (part === 'message') return this.#old[patch]?.message[line] ?? '';
		return this.#old[patch]?.diff[line]?.text.slice(1) ?? '';
	}

	/** The new lines between the nearest lines above and below that are in both versions. */
	#replacements(position: LinePosition, partner: number, matching: Int32Array): readonly Replacement[] {
		let [above, below] = [position.line, position.line];
		while (above >= 0 && (matching[above] ?? -1) === -1) above--;
		while (below < matching.length && matching[below] === -1) below++;
		const { message, diff } = this.#new[partner] ?? { message: [], diff: [] };
		const lines = position.part === 'message' ? message : diff;
		const first = (matching[above] ?? -1) + 1;
		const end = matching[below] ?? lines.length;
		const range = Array.from({ length: Math.max(0, end - first) }, (_, nth) => first + nth);
		if (position.part === 'message') return range.map((line) => ({ line, text: message[line] ?? '' }));
		const original = this.#old[position.patch]?.diff[position.line];
		return range.flatMap((line) => {
			const other = diff[line];
			if (!original || !other || !isAlike(original, other, position.side)) return [];
			return [{ line, text: other.text.slice(1) }];
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
		const partners = new Map([...this.#partners].map(([old, fresh]) => [fresh, old]));
		return this.#new.map(({ diff }, index) => {
			const partner = partners.get(index);
			const known = new Set(partner === undefined ? [] : this.#matching('diff', partner, index));
			return [...diff.keys()].filter((line) => !known.has(line));
		});
	}
}

interface Replacement {
	readonly line: number;
	readonly text: string;
}

/** Whether both lines are on that side, or both are headers. */
function isAlike(one: DiffLine, other: DiffLine, side: Side): boolean {
	if (lineNumber(one, side) !== undefined) return lineNumber(other, side) !== undefined;
	return other.oldLine === undefined && other.newLine === undefined;
}

/** The most similar one. Of equally similar ones, the first. */
function closestLine(text: string, replacements: readonly Replacement[]): Replacement | undefined {
	let closest: Replacement | undefined;
	let best = -1;
	for (const one of replacements.slice(0, mostReplacements)) {
		const share = similarity(text, one.text);
		if (share <= best) continue;
		best = share;
		closest = one;
	}
	return closest;
}

/** Comparing the text of more lines takes too long for one comment. */
const mostReplacements = 1000;

function nearestMatch(matching: Int32Array, line: number): number | undefined {
	for (let distance = 1; distance <= matching.length; distance++) {
		for (const other of [line - distance, line + distance]) {
			const found = matching[other];
			if (found !== undefined && found !== -1) return found;
		}
	}
	return undefined;
}
