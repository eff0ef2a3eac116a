import { createSlices } from '../../base/slices.ts';
import { type Pair, rangeDiffSteps } from './range-diff.ts';
import type { PatchTexts } from './range-diff-patch.ts';

/** Two versions to compare. It is plain data, as is the answer, so it can be sent to a worker. */
export interface RangeDiffWork {
	readonly old: readonly PatchTexts[];
	readonly new: readonly PatchTexts[];
}

/** Compares two versions, on this thread or elsewhere. Rejects with the signal's reason as soon as it is aborted. */
export type RunRangeDiff = (work: RangeDiffWork, signal: AbortSignal) => Promise<readonly Pair[]>;

/** Runs on this thread, in slices, so that the host stays responsive. */
export const runInSlices: RunRangeDiff = async (work, signal) => {
	signal.throwIfAborted();
	const slice = createSlices(signal);
	const steps = rangeDiffSteps(work.old, work.new);
	for (;;) {
		const { done, value } = steps.next();
		signal.throwIfAborted();
		if (done) return value;
		const pause = slice();
		if (pause) await pause;
	}
};

/** The size from which work is large: its lines, or its pairs of an old and a new patch. */
interface LargestSmallWork {
	readonly lines: number;
	readonly pairs: number;
}

/** Gives large work to `runLarge`, such as a worker, and runs other work on this thread. */
export function runBySize({ lines, pairs }: LargestSmallWork, runLarge: RunRangeDiff): RunRangeDiff {
	return (work, signal) => {
		const { old, new: current } = work;
		const size = [...old, ...current].reduce((sum, { diff }) => sum + diff.length, 0);
		const isLarge = size > lines || old.length * current.length > pairs;
		return isLarge ? runLarge(work, signal) : runInSlices(work, signal);
	};
}
