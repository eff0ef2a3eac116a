import type { ShownDiff, ShownLine, ShownThread } from '../../../src/patches/page/protocol/protocol.ts';
import { draw } from '../../kit/draw.ts';
import { lineRow, moreRow, partHead } from './diff-rows.ts';
import { reply, threadClass } from './reply.ts';

/** After this many lines, building a diff pauses if the frame has no time left. */
const linesAtOnce = 25;

/** The threads of a hunk by the index of the line that they are shown below. */
function threadsOf(threads: readonly ShownThread[], hunk: number): ReadonlyMap<number, ShownThread[]> {
	const found = new Map<number, ShownThread[]>();
	for (const thread of threads) {
		if (thread.hunk !== hunk) continue;
		found.set(thread.last, [...(found.get(thread.last) ?? []), thread]);
	}
	return found;
}

function threadRow({ replies }: ShownThread): HTMLElement {
	const row = document.createElement('li');
	row.className = threadClass('thread', replies);
	draw(row, replies.map(reply));
	return row;
}

/** Lines of a hunk that are built together. */
interface HunkPart {
	readonly file: string;
	readonly hunk: number;
	/** The index of the first line in the hunk. */
	readonly from: number;
	/** How many lines the hunk has. */
	readonly lineCount: number;
	readonly threads: readonly ShownThread[];
}

/** Builds lines of a hunk, the threads below them, and a row that offers the rest of the hunk. Pauses at each `yield`. */
export function* buildLines(
	lines: readonly ShownLine[],
	{ file, hunk, from, lineCount, threads }: HunkPart,
): Generator<undefined, readonly HTMLElement[]> {
	const threadsByLine = threadsOf(threads, hunk);
	const quoted = threads.filter((thread) => thread.hunk === hunk);
	const rows: HTMLElement[] = [];
	for (const [nth, line] of lines.entries()) {
		const index = from + nth;
		const row = lineRow(line, index);
		if (quoted.some(({ first, last }) => first <= index && index <= last)) row.classList.add('quoted');
		rows.push(row);
		for (const thread of threadsByLine.get(index) ?? []) rows.push(threadRow(thread));
		if (nth % linesAtOnce === linesAtOnce - 1) yield;
	}
	const end = from + lines.length;
	if (end < lineCount) rows.push(moreRow(file, hunk, end, lineCount - end));
	return rows;
}

/** Builds a diff. Pauses at each `yield`. */
export function* buildDiff(file: string, { hunks, threads }: ShownDiff): Generator<undefined, HTMLElement> {
	const list = document.createElement('ol');
	for (const [hunk, { header, lines, lineCount }] of hunks.entries()) {
		const part = { file, hunk, from: 0, lineCount: lines ? lines.length : lineCount, threads };
		list.append(partHead(header), ...(yield* buildLines(lines ?? [], part)));
		yield;
	}
	return list;
}
