// The script of the worker that `runInWorker` starts. The build writes it to a separate file.
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { rangeDiff } from '../../../mail/range-diff/range-diff.ts';
import { type WorkMessage, workOf } from './work-message.ts';

const answer = (sent: WorkMessage) => {
	const work = workOf(sent);
	parentPort?.postMessage(rangeDiff(work.old, work.new));
};

if (!isMainThread) answer(workerData);
