interface TraceEvent {
	readonly pid: number;
	readonly tid: number;
	/** Processor time, in microseconds. */
	readonly tdur?: number;
	readonly args?: { readonly name?: string };
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

/** The processor time of the longest task of the page's main thread, in milliseconds. */
export function longestTask(trace: Buffer): number {
	const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
	const isMain = ({ args }: TraceEvent) => args?.name === 'CrRendererMain';
	const mains = new Set([...eventsOf(trace, 'thread_name')].filter(isMain).map(threadOf));
	const tasks = [...eventsOf(trace, 'RunTask')].filter((event) => mains.has(threadOf(event)));
	return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}
