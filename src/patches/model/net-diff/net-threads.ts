import type { PlacedThread } from '../../../mail/replies/place-replies.ts';
import { type HunkLine, linesOf } from '../../../mail/unified-diff/lines.ts';
import type { VersionFile } from '../side-texts/file-lines.ts';
import { newRange, oldRange } from '../side-texts/hunk-ranges.ts';

type Side = 'oldLine' | 'newLine';

/** A change with the replies to its lines. */
interface DiscussedChange extends VersionFile {
	readonly threads: readonly PlacedThread[];
}

interface Anchor {
	readonly hunk: number;
	/** The index of the line in the hunk. */
	readonly line: number;
}

/** The replies to the changes of a file at the lines of the combined diff. Replies to lines that it does not have are left out. */
export function netThreads(changes: readonly DiscussedChange[], net: VersionFile): readonly PlacedThread[] {
	if (changes.every(({ threads }) => threads.length === 0)) return [];
	const anchors = anchorsOf(net);
	const found = new Map<string, PlacedThread>();
	for (const [index, { source, file, threads }] of changes.entries()) {
		for (const thread of threads) {
			const hunk = file.hunks[thread.hunk];
			const lines = hunk ? [...linesOf(source, hunk)] : [];
			const anchorOf = (nth: number) => {
				const line = lines[nth];
				return line && anchorOfLine(line, changes, index, anchors);
			};
			const last = anchorOf(thread.last);
			if (!last) continue;
			const first = anchorOf(thread.first);
			const start = first?.hunk === last.hunk && first.line < last.line ? first.line : last.line;
			const name = `${last.hunk} ${last.line}`;
			const before = found.get(name);
			const parts = [...(before?.parts ?? []), ...thread.parts].toSorted(
				(one, other) => one.mail - other.mail,
			);
			found.set(name, {
				...thread,
				hunk: last.hunk,
				first: Math.min(start, before?.first ?? start),
				last: last.line,
				parts,
			});
		}
	}
	return [...found.values()].toSorted((one, other) => one.hunk - other.hunk || one.last - other.last);
}

/** The lines of a diff by their numbers. */
function anchorsOf({ source, file }: VersionFile): ReadonlyMap<string, Anchor> {
	const anchors = new Map<string, Anchor>();
	for (const [hunk, one] of file.hunks.entries()) {
		let line = 0;
		for (const { oldLine, newLine } of linesOf(source, one)) {
			if (newLine !== undefined) anchors.set(`newLine ${newLine}`, { hunk, line });
			if (oldLine !== undefined) anchors.set(`oldLine ${oldLine}`, { hunk, line });
			line += 1;
		}
	}
	return anchors;
}

/** A line that a change removes is looked for before the first change, and any other one after the last. */
function anchorOfLine(
	{ oldLine, newLine }: HunkLine,
	changes: readonly VersionFile[],
	index: number,
	anchors: ReadonlyMap<string, Anchor>,
): Anchor | undefined {
	const side: Side = newLine === undefined ? 'oldLine' : 'newLine';
	const others = side === 'newLine' ? changes.slice(index + 1) : changes.slice(0, index).toReversed();
	let number = newLine ?? oldLine;
	for (const change of others) {
		if (number === undefined) return undefined;
		number = followLine(change, number, side === 'newLine' ? 'oldLine' : 'newLine');
	}
	return number === undefined ? undefined : anchors.get(`${side} ${number}`);
}

/** The number that a line on one side of a change has on the other one; undefined if it is not there. */
function followLine({ source, file }: VersionFile, line: number, from: Side): number | undefined {
	const [rangeOf, otherRangeOf] = from === 'oldLine' ? [oldRange, newRange] : [newRange, oldRange];
	let distance = 0;
	for (const hunk of file.hunks) {
		const range = rangeOf(hunk);
		if (line <= range.start) break;
		distance = otherRangeOf(hunk).end - range.end;
		if (line > range.end) continue;
		for (const found of linesOf(source, hunk))
			if (found[from] === line) return from === 'oldLine' ? found.newLine : found.oldLine;
		return undefined;
	}
	return line + distance;
}
