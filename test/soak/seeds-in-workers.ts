import { Worker } from 'node:worker_threads';

/** The seeds that a worker goes through: from the first to before the end. */
export interface Seeds {
	readonly first: number;
	readonly end: number;
}

/** Each worker reports with which seed it begins, so that one that hangs is noticed. */
interface Begun {
	readonly kind: 'begun';
	readonly seed: number;
}

interface Options {
	readonly hangMs: number;
	readonly heapMb?: number;
}

/** Goes through seeds in a worker. If it hangs or dies, another one goes on after that seed. Returns how many did not come to their end. */
export async function inWorkers<Report extends { readonly kind: string }>(
	script: URL,
	{ first, end }: Seeds,
	{ hangMs, heapMb }: Options,
	take: (report: Report) => void,
): Promise<number> {
	let deaths = 0;
	for (let next = first; next < end; ) {
		const workerData: Seeds = { first: next, end };
		const worker = new Worker(script, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
		let reason: unknown = `nothing for ${hangMs / 1000} s`;
		const hanging = setTimeout(() => void worker.terminate(), hangMs);
		worker.on('error', (error) => {
			reason = error;
		});
		worker.on('message', (report: Report | Begun) => {
			hanging.refresh();
			if ('seed' in report) next = report.seed;
			else take(report);
		});
		const code = await new Promise<number>((resolve) => worker.on('exit', resolve));
		clearTimeout(hanging);
		if (code === 0) break;
		deaths += 1;
		console.log(`PROBLEM seed ${next} ends its worker: ${reason}`);
		next += 1;
	}
	return deaths;
}
