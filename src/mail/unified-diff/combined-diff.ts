import { nextLine } from '../text/source-lines.ts';

const header = /(@{3,32}) ((?:-\d{1,10}(?:,\d{1,10})? ){2,31})\+\d{1,10}(?:,(\d{1,10}))? @{3,32}/y;

/** The end of the hunks of a combined diff. They have a column for each parent, and a range for each in their headers. */
export function combinedEnd(source: string, start: number, end: number): number {
	let at = start;
	while (at < end && source.startsWith('@@@', at)) {
		header.lastIndex = at;
		const [, , ranges = '', newCount = '1'] = header.exec(source) ?? [];
		const parents = ranges.trim().split(' ');
		if (ranges === '') return at;
		const oldLeft = parents.map((range) => Number(range.split(',')[1] ?? '1'));
		at = hunkEnd(source, nextLine(source, at, end), end, oldLeft, Number(newCount));
	}
	return at;
}

function hunkEnd(source: string, start: number, end: number, oldLeft: number[], newCount: number): number {
	let at = start;
	let newLeft = newCount;
	while (newLeft > 0 || oldLeft.some((left) => left > 0)) {
		const marks = source.slice(at, Math.min(at + oldLeft.length, end));
		if (!/^[ +-]+$/.test(marks) && marks[0] !== '\\') return at;
		const isDeleted = marks.includes('-');
		// A deleted line has a minus for each parent that has it, and any other line has a space.
		const markOfParent = isDeleted ? '-' : ' ';
		if (marks[0] !== '\\') {
			for (const [parent, left] of oldLeft.entries())
				if (marks[parent] === markOfParent) oldLeft[parent] = left - 1;
			if (!isDeleted) newLeft -= 1;
		}
		at = nextLine(source, at, end);
	}
	return source[at] === '\\' ? nextLine(source, at, end) : at;
}
