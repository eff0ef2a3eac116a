interface TraceEvent {
	readonly pid: number;
	readonly tid: number;
	/** When it began, and how long it took. Times are in microseconds. */
	readonly ts: number;
	readonly dur?: number;
	/** Processor time. */
	readonly tdur?: number;
	readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** The events with a name. The trace of a page with many elements is too large to be one string; it has a line for each event. */
function* eventsOf(trace: Buffer, name: string): Generator<TraceEvent> {
	const mark = `"name":"${name}"`;
	for (let at = trace.indexOf(mark); at !== -1; at = trace.indexOf(mark, at + mark.length)) {
		const start = trace.lastIndexOf('\n', at) + 1;
		const end = trace.indexOf('\n', at);
		const line = trace.toString('utf8', start, end === -1 ? trace.length : end);
		yield JSON.parse(line.slice(line.indexOf('{"args"'), line.lastIndexOf('}') + 1));
	}
}

/** The tasks of the page's main thread. */
function mainTasksOf(trace: Buffer): readonly TraceEvent[] {
	const isMain = ({ args }: TraceEvent) => args?.name === 'CrRendererMain';
	const mains = new Set([...eventsOf(trace, 'thread_name')].filter(isMain).map(threadOf));
	return [...eventsOf(trace, 'RunTask')].filter((event) => mains.has(threadOf(event)));
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;

/** The processor time of the longest task of the page's main thread, in milliseconds. */
export const longestTask = (trace: Buffer): number =>
	mainTasksOf(trace).reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);

/** For each key that was pressed, the processor time of the page's main thread until the next one, in milliseconds. Needs the category `devtools.timeline`. */
export function timesOfKeys(trace: Buffer): readonly number[] {
	const presses = [...eventsOf(trace, 'EventDispatch')].filter(({ args }) => args?.data?.type === 'keydown');
	const starts = presses.map(({ ts }) => ts).sort((one, other) => one - other);
	const times = starts.map(() => 0);
	for (const { ts, dur = 0, tdur = 0 } of mainTasksOf(trace)) {
		const nth = starts.findLastIndex((start) => start <= ts + dur);
		if (nth >= 0) times[nth] = (times[nth] ?? 0) + tdur / 1000;
	}
	return times;
}
