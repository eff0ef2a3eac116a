import { callWithMutations, type MutatedCall } from '../kit/answers/mutated-answers.ts';
import { recordCalls } from '../kit/answers/recorded-calls.ts';
import { Random } from '../kit/mails/random.ts';

/** What the process reports of each call. */
export type AnswersReport = { readonly seed: number } & (
	| { readonly kind: 'begun' }
	| { readonly kind: 'ended'; readonly call: MutatedCall; readonly heapMb: number }
	| { readonly kind: 'failed'; readonly text: string }
);

const [first = 0, end = 0] = process.argv.slice(2).map(Number);
const report = (message: AnswersReport) =>
	new Promise<void>((resolve) => process.send?.(message, undefined, {}, () => resolve()));

const calls = await recordCalls();
for (let seed = first; seed < end; seed++) {
	await report({ seed, kind: 'begun' });
	try {
		const call = await callWithMutations(calls, new Random(seed));
		await report({ seed, kind: 'ended', call, heapMb: process.memoryUsage().heapUsed / 1e6 });
	} catch (error) {
		await report({ seed, kind: 'failed', text: String(error instanceof Error ? error.message : error) });
	}
}
process.exit(0);
