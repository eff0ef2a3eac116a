import { Worker } from 'node:worker_threads';
import { abortable } from '../../../base/abort.ts';
import type { Pair } from '../../../mail/range-diff/range-diff.ts';
import { type RunRangeDiff, runBySize } from '../../../mail/range-diff/run-range-diff.ts';
import { toWorkMessage } from './work-message.ts';

/** For smaller versions, starting a worker takes longer than the comparison. Each pair of patches is looked at, however short they are. */
const largestSmallWork = { lines: 20_000, pairs: 10_000 };

/** Compares small versions in slices, and large ones in a worker. `script` is the built file of `range-diff-worker.ts`. */
export const createRangeDiffRunner = (script: string | URL): RunRangeDiff =>
	runBySize(largestSmallWork, runInWorker(script));

/** Runs each comparison in a new worker, and ends it at once when the comparison is cancelled. */
export const runInWorker =
	(script: string | URL): RunRangeDiff =>
	async (work, signal) => {
		signal.throwIfAborted();
		const worker = new Worker(script, { workerData: toWorkMessage(work) });
		try {
			return await abortable(answerOf(worker), signal);
		} finally {
			await worker.terminate();
		}
	};

/** Rejects if the worker fails or ends without an answer. */
function answerOf(worker: Worker): Promise<readonly Pair[]> {
	return new Promise((resolve, reject) => {
		worker.on('message', resolve);
		worker.on('messageerror', reject);
		worker.on('error', reject);
		worker.on('exit', (code) => reject(new Error(`The worker ended without an answer (exit code ${code}).`)));
	});
}
