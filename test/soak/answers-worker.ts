import { parentPort, workerData } from 'node:worker_threads';
import { callWithMutations, type MutatedCall } from '../kit/answers/mutated-answers.ts';
import { recordCalls } from '../kit/answers/recorded-calls.ts';
import { Random } from '../kit/mails/random.ts';
import type { Seeds } from './seeds-in-workers.ts';

/** What the worker of the soak with answers reports of each call. */
export type AnswersReport =
	| { readonly kind: 'ended'; readonly call: MutatedCall }
	| { readonly kind: 'failed'; readonly text: string };

const { first, end }: Seeds = workerData;
const report = (message: AnswersReport): void => parentPort?.postMessage(message);

const calls = await recordCalls();
for (let seed = first; seed < end; seed++) {
	parentPort?.postMessage({ kind: 'begun', seed });
	try {
		report({ kind: 'ended', call: await callWithMutations(calls, new Random(seed)) });
	} catch (error) {
		report({ kind: 'failed', text: `call ${seed}: ${error instanceof Error ? error.message : error}` });
	}
}
