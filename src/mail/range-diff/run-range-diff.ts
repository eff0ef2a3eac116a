import { sleep } from '../../base/backoff.ts';
import { type Pair, rangeDiffSteps } from './range-diff.ts';
import type { PatchTexts } from './range-diff-patch.ts';

/** Two versions to compare. It is plain data, as is the answer, so it can be sent to a worker. */
export interface RangeDiffWork {
	readonly old: readonly PatchTexts[];
	readonly new: readonly PatchTexts[];
}

/** Compares two versions, on this thread or elsewhere. Rejects with the signal's reason as soon as it is aborted. */
export type RunRangeDiff = (work: RangeDiffWork, signal: AbortSignal) => Promise<readonly Pair[]>;

/** How long this thread is busy before other events get their turn. */
const sliceMs = 10;

/** Runs on this thread, in slices, so that the host stays responsive. */
export const runInSlices: RunRangeDiff = async (work, signal) => {
	signal.throwIfAborted();
	const steps = rangeDiffSteps(work.old, work.new);
	let begun = performance.now();
	for (;;) {
		const { done, value } = steps.next();
		signal.throwIfAborted();
		if (done) return value;
		if (performance.now() - begun < sliceMs) continue;
		await sleep(0, signal);
		begun = performance.now();
	}
};

/** Work with more lines, or with more pairs of an old and a new patch, is large. */
interface LargestSmallWork {
	readonly lines: number;
	readonly pairs: number;
}

/** Sends large work to `large`, such as a worker, which the caller provides. */
export function runBySize(
	{ lines, pairs }: LargestSmallWork,
	large: RunRangeDiff,
	small: RunRangeDiff = runInSlices,
): RunRangeDiff {
	return (work, signal) => {
		const { old, new: current } = work;
		const size = [...old, ...current].reduce((sum, { diff }) => sum + diff.length, 0);
		const isLarge = size > lines || old.length * current.length > pairs;
		return isLarge ? large(work, signal) : small(work, signal);
	};
}
