import { smallest } from '../../../base/collections.ts';
import { changeOf, type Entry, isMergeable, isNotSent, isWaiting, type OutboxFormat } from './entry.ts';

type Entries<Key, Change> = readonly Entry<Key, Change>[];

/** Removes what a new change overrides from the refused and conflicting entries of its item. */
export const withoutReplaced = <Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Entries<Key, Change>,
	item: string,
	later: Change,
): Entries<Key, Change> =>
	withoutOverridden(format, queue, later, (entry) => !isWaiting(entry) && format.idOf(entry.key) === item);

/** Removes an entry that was sent, and what it overrides in the earlier entries of its item, which the user has not confirmed. */
export function withoutSent<Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Entries<Key, Change>,
	id: string,
): Entries<Key, Change> {
	const index = queue.findIndex((entry) => entry.id === id);
	const sent = queue[index];
	if (!sent) return queue;
	const rest = queue.toSpliced(index, 1);
	const later = changeOf(format, sent.steps);
	if (later === undefined) return rest;
	const item = format.idOf(sent.key);
	const earlier = new Set(queue.slice(0, index));
	return withoutOverridden(
		format,
		rest,
		later,
		(entry) => earlier.has(entry) && isNotSent(entry) && format.idOf(entry.key) === item,
	);
}

/** Removes from some direct changes what a later one overrides. */
const withoutOverridden = <Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Entries<Key, Change>,
	later: Change,
	isEarlier: (entry: Entry<Key, Change>) => boolean,
): Entries<Key, Change> =>
	queue.flatMap((entry) => {
		const change = isMergeable(entry) && isEarlier(entry) ? changeOf(format, entry.steps) : undefined;
		if (change === undefined) return [entry];
		const left = format.leftAfter(change, later);
		if (left === change) return [entry];
		if (left === undefined) return [];
		// The rest counts as made with the first change: the user has not confirmed it since.
		const at = smallest(entry.steps.map((step) => step.at));
		return [{ ...entry, steps: entry.steps.slice(-1).map((step) => ({ ...step, at, change: left })) }];
	});
