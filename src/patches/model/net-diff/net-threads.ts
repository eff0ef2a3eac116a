import type { PlacedPart, PlacedThread } from '../../../mail/replies/place-replies.ts';
import type { Hunk } from '../../../mail/unified-diff/file-diff.ts';
import { type HunkLine, linesOf } from '../../../mail/unified-diff/lines.ts';
import type { VersionFile } from '../side-texts/file-lines.ts';
import { ChangeLines, NetLines } from './net-lines.ts';

/** A change with the replies to its lines. */
interface DiscussedChange extends VersionFile {
	readonly threads: readonly PlacedThread[];
}

/** The place of replies to a file as a whole. */
const ofFile = { hunk: 0, line: -1 };

/** Following a line to the combined diff takes a step for each change, so this is how many steps `netThreads` takes. */
export const threadSteps = (changes: readonly DiscussedChange[]): number =>
	changes.length * changes.reduce((sum, { threads }) => sum + threads.length, 0);

/** The replies to the changes of a file at the lines of the combined diff. Replies to lines that it does not have are left out. */
export function netThreads(changes: readonly DiscussedChange[], net: VersionFile): readonly PlacedThread[] {
	if (changes.every(({ threads }) => threads.length === 0)) return [];
	const combined = new ChangeLines(net);
	const netLines = new NetLines(changes);
	const found = new Map<string, { readonly thread: PlacedThread; readonly parts: PlacedPart[] }>();
	for (const [index, { source, file, threads }] of changes.entries()) {
		const hunks = new Map<Hunk, readonly HunkLine[]>();
		for (const thread of threads) {
			const hunk = file.hunks[thread.hunk];
			const lines = hunk ? (hunks.get(hunk) ?? [...linesOf(source, hunk)]) : [];
			if (hunk) hunks.set(hunk, lines);
			const anchorOf = (nth: number) => {
				const line = lines[nth];
				const place = line && netLines.netLineOf(index, line);
				return place && combined.find(place);
			};
			const last = thread.last < 0 ? ofFile : anchorOf(thread.last);
			if (!last) continue;
			const first = anchorOf(thread.first);
			const start = first?.hunk === last.hunk && first.line < last.line ? first.line : last.line;
			const name = `${last.hunk} ${last.line}`;
			const before = found.get(name);
			const parts = before?.parts ?? [];
			for (const part of thread.parts) parts.push(part);
			const range = { first: Math.min(start, before?.thread.first ?? start), last: last.line };
			found.set(name, { thread: { ...thread, hunk: last.hunk, ...range }, parts });
		}
	}
	return [...found.values()]
		.map(({ thread, parts }) => ({
			...thread,
			parts: parts.toSorted((one, other) => one.mail - other.mail),
		}))
		.toSorted((one, other) => one.hunk - other.hunk || one.last - other.last);
}
