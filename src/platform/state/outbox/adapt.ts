import type { Queue } from './queue.ts';

/** Returns what replaces a change of an item, or the same change. */
export type AdaptChange<Key, Change> = (key: Key, change: Change) => Change;

/**
 * Adapts the changes of all entries. What is being sent leaves as it was, but it may be refused and sent again. Returns the same queue if nothing
 * differs.
 */
export function withAdapted<Key, Change>(
	queue: Queue<Key, Change>,
	adapt: AdaptChange<Key, Change>,
): Queue<Key, Change> {
	let isChanged = false;
	const adapted = queue.map((entry) => ({
		...entry,
		steps: entry.steps.map((step) => {
			const change = adapt(entry.key, step.change);
			isChanged ||= change !== step.change;
			return { ...step, change };
		}),
	}));
	return isChanged ? adapted : queue;
}
