/** Parts of a file that were run, in ascending order: the start and end of the first, of the second, and so on. */
export type Spans = readonly number[];

/** A part of a function, as V8 reports it. A function has a range for itself, and for parts that run more or less often. */
export interface Range {
	readonly startOffset: number;
	readonly endOffset: number;
	readonly count: number;
}

/** What was run according to a report. Of the ranges around an offset, the innermost counts. */
export function spansOf(ranges: readonly Range[]): Spans {
	const size = ({ startOffset, endOffset }: Range) => endOffset - startOffset;
	const wasRun = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
	for (const range of ranges.toSorted((a, b) => size(b) - size(a)))
		wasRun.fill(range.count > 0 ? 1 : 0, range.startOffset, range.endOffset);
	const spans: number[] = [];
	for (let at = 0; at <= wasRun.length; at++) if ((wasRun[at] ?? 0) !== (wasRun[at - 1] ?? 0)) spans.push(at);
	return spans;
}

export function includes(spans: Spans, at: number): boolean {
	const next = spans.findIndex((edge) => edge > at);
	return next % 2 === 1;
}
