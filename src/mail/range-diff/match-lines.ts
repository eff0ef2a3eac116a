/** Lines as numbers: equal lines have equal numbers. */
export type NumberedLines = Int32Array;

/** The steps that comparisons may still take. Shared between comparisons, it bounds the time of all of them. */
export interface Budget {
	steps: number;
}

/** With fewer edits than this in a part, the result is the shortest one. */
const exactEdits = 256;

const at = (list: Int32Array, index: number): number => list[index] ?? 0;

/**
 * For each line of `old` the index of the line of `current` that it is, or -1. Finds the longest such matching as Myers does, in
 * linear space. In parts that differ in more lines than `exactEdits`, or beyond the budget, the matching may be shorter, so that
 * the time stays nearly linear.
 */
export function matchLines(old: NumberedLines, current: NumberedLines, budget: Budget): Int32Array {
	const matching = new Int32Array(old.length).fill(-1);
	const oldCommon = indicesOfCommon(old, current);
	const newCommon = indicesOfCommon(current, old);
	const a = oldCommon.map((index) => at(old, index));
	const b = newCommon.map((index) => at(current, index));
	const size = a.length + b.length + 3;
	const search: Search = { a, b, forward: new Int32Array(size), backward: new Int32Array(size), budget };
	const boxes: Box[] = [{ left: 0, right: a.length, top: 0, bottom: b.length }];
	for (let box = boxes.pop(); box; box = boxes.pop()) {
		let { left: x, right: xEnd, top: y, bottom: yEnd } = box;
		const match = (x: number, y: number) => {
			matching[at(oldCommon, x)] = at(newCommon, y);
		};
		while (x < xEnd && y < yEnd && a[x] === b[y]) match(x++, y++);
		while (x < xEnd && y < yEnd && a[xEnd - 1] === b[yEnd - 1]) match(--xEnd, --yEnd);
		if (x === xEnd || y === yEnd) continue;
		const rest = { left: x, right: xEnd, top: y, bottom: yEnd };
		const middle = splitPoint(search, rest);
		if (!middle) continue;
		boxes.push({ ...rest, right: middle.x, bottom: middle.y }, { ...rest, left: middle.x, top: middle.y });
	}
	return matching;
}

/** The indices of the lines that the other side has too. The others cannot match, and dropping them saves most of the work. */
function indicesOfCommon(lines: NumberedLines, others: NumberedLines): Int32Array {
	const known = new Set(others);
	const indices = new Int32Array(lines.length);
	let count = 0;
	for (let index = 0; index < lines.length; index++)
		if (known.has(at(lines, index))) indices[count++] = index;
	return indices.subarray(0, count);
}

/** A range of lines on both sides. */
interface Box {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}

interface Point {
	readonly x: number;
	readonly y: number;
}

interface Search {
	readonly a: Int32Array;
	readonly b: Int32Array;
	/** How far the paths from either end come on each diagonal. */
	readonly forward: Int32Array;
	readonly backward: Int32Array;
	readonly budget: Budget;
}

/**
 * A point on a shortest path through the box, which has neither a common first nor a common last line. Beyond the limits, the
 * farthest point reached from either corner. Undefined if there is no budget left.
 */
function splitPoint(search: Search, box: Box): Point | undefined {
	const { a, b, forward, backward, budget } = search;
	const width = box.right - box.left;
	const height = box.bottom - box.top;
	const delta = width - height;
	const isOdd = delta % 2 !== 0;
	// The diagonals -height … width, with one more at each end.
	const base = height + 1;
	forward[base + 1] = 0;
	backward[base + 1] = 0;
	let edits = 0;
	for (; edits <= exactEdits && budget.steps > 0; edits++) {
		const first = -edits + 2 * Math.max(0, edits - height);
		const last = edits - 2 * Math.max(0, edits - width);
		// The paths from the start. Those from the end have one edit less when the two meet.
		for (let diagonal = first; diagonal <= last; diagonal += 2) {
			const below = at(forward, base + diagonal - 1);
			const above = at(forward, base + diagonal + 1);
			let x = diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1;
			const begin = x;
			while (x < width && x - diagonal < height && a[box.left + x] === b[box.top + x - diagonal]) x++;
			forward[base + diagonal] = x;
			budget.steps -= 1 + x - begin;
			const opposite = delta - diagonal;
			if (isOdd && opposite > -edits && opposite < edits && x + at(backward, base + opposite) >= width) {
				return { x: box.left + x, y: box.top + x - diagonal };
			}
		}
		// The paths from the end, which meet those from the start with as many edits.
		for (let diagonal = first; diagonal <= last; diagonal += 2) {
			const below = at(backward, base + diagonal - 1);
			const above = at(backward, base + diagonal + 1);
			let x = diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1;
			const begin = x;
			while (x < width && x - diagonal < height && a[box.right - 1 - x] === b[box.bottom - 1 - x + diagonal])
				x++;
			backward[base + diagonal] = x;
			budget.steps -= 1 + x - begin;
			const opposite = delta - diagonal;
			if (!isOdd && opposite >= -edits && opposite <= edits && x + at(forward, base + opposite) >= width) {
				return { x: box.right - x, y: box.bottom - x + diagonal };
			}
		}
	}
	if (budget.steps <= 0) return undefined;
	return farthestPoint(search, box, edits - 1);
}

function farthestPoint(
	{ forward, backward }: Search,
	{ left, right, top, bottom }: Box,
	edits: number,
): Point {
	const width = right - left;
	const height = bottom - top;
	const base = height + 1;
	let best: Point = { x: left, y: top };
	let reached = 0;
	for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
		if (diagonal < -height || diagonal > width) continue;
		for (const [paths, isForward] of [
			[forward, true],
			[backward, false],
		] as const) {
			const x = at(paths, base + diagonal);
			const y = x - diagonal;
			if (x > width || y > height || x + y <= reached) continue;
			reached = x + y;
			best = isForward ? { x: left + x, y: top + y } : { x: right - x, y: bottom - y };
		}
	}
	return best;
}
