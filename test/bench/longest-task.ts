interface TraceEvent {
	readonly name: string;
	readonly pid: number;
	readonly tid: number;
	/** Processor time, in microseconds. */
	readonly tdur?: number;
	readonly args?: { readonly name?: string };
}

/** The processor time of the longest task of the page's main thread, in milliseconds. */
export function longestTask(trace: string): number {
	const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(trace);
	const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
	const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
	const mains = new Set(traceEvents.filter(isMain).map(threadOf));
	const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mains.has(threadOf(event)));
	return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
