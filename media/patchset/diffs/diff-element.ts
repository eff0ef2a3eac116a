import type {
	ShownDiff,
	ShownHunk,
	ShownLine,
	ShownThread,
} from '../../../src/patches/page/protocol/protocol.ts';
import { draw } from '../../page/draw.ts';
import { lineRow, moreRow, partHead } from './diff-rows.ts';
import { reply } from './thread.ts';

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
	row.className = 'thread';
	draw(row, replies.map(reply));
	return row;
}

interface Part {
	readonly file: string;
	readonly hunk: number;
	/** The index of the first line in the hunk. */
	readonly from: number;
	readonly lineCount: number;
	readonly threads: readonly ShownThread[];
}

/** Builds lines of a hunk and the threads below them. Pauses at each `yield`. */
function* lineRows(lines: readonly ShownLine[], part: Part): Generator<undefined, readonly HTMLElement[]> {
	const threads = threadsOf(part.threads, part.hunk);
	const quoted = part.threads.filter(({ hunk }) => hunk === part.hunk);
	const rows: HTMLElement[] = [];
	for (const [nth, line] of lines.entries()) {
		const index = part.from + nth;
		const row = lineRow(line, index);
		if (quoted.some(({ first, last }) => first <= index && index <= last)) row.classList.add('quoted');
		rows.push(row);
		for (const thread of threads.get(index) ?? []) rows.push(threadRow(thread));
		if (nth % linesAtOnce === linesAtOnce - 1) yield;
	}
	const end = part.from + lines.length;
	if (end < part.lineCount) rows.push(moreRow(part.file, part.hunk, end, part.lineCount - end));
	return rows;
}

function* hunkRows(
	{ header, lines, lineCount }: ShownHunk,
	part: Pick<Part, 'file' | 'hunk' | 'threads'>,
): Generator<undefined, readonly HTMLElement[]> {
	const rows = yield* lineRows(lines ?? [], {
		...part,
		from: 0,
		lineCount: lines ? lines.length : lineCount,
	});
	return [partHead(header), ...rows];
}

/** Builds a diff. Pauses at each `yield`. */
export function* buildDiff(file: string, { hunks, threads }: ShownDiff): Generator<undefined, HTMLElement> {
	const list = document.createElement('ol');
	for (const [hunk, of] of hunks.entries()) {
		list.append(...(yield* hunkRows(of, { file, hunk, threads })));
		yield;
	}
	return list;
}

/** Builds the lines that replace the row which offers them. */
export function* buildLines(
	lines: readonly ShownLine[],
	part: Part,
): Generator<undefined, readonly HTMLElement[]> {
	return yield* lineRows(lines, part);
}
