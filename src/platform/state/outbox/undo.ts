import { largest } from '../../../base/collections.ts';
import { type Entry, isNotSent, type OutboxFormat, type Step } from './entry.ts';
import type { Queue } from './queue.ts';

/** The changes that *Undo* undoes. */
export interface Undoable {
	readonly group: string;
	/** When the user made them. */
	readonly at: number;
	/** Whether the user made them in this window. */
	readonly isOwn: boolean;
}

/** The newest change that can be undone, preferably of this window; undefined if there is none. */
export function newestUndoable<Key, Change>(queue: Queue<Key, Change>, origin: string): Undoable | undefined {
	const undoable = queue.filter(isNotSent);
	const own = undoable.filter((entry) => entry.origin === origin);
	const isOwn = own.length > 0;
	const steps = (isOwn ? own : undoable).flatMap((entry) => entry.steps);
	const at = largest(steps.map((step) => step.at));
	const newest = steps.findLast((step) => step.at === at);
	return newest && { group: newest.group, at, isOwn };
}

/** The entries with a change of a group that can still be undone. */
export const undoableOf = <Key, Change>(queue: Queue<Key, Change>, group: string): Queue<Key, Change> =>
	queue.filter((entry) => isNotSent(entry) && entry.steps.some((step) => step.group === group));

/** Removes the changes of a group, except those that may have been sent. */
export const withoutGroup = <Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Queue<Key, Change>,
	group: string,
): Queue<Key, Change> =>
	withDropped(format, queue, (entry, step) => step.group === group && isNotSent(entry));

/** Removes entries whose changes are not made. */
export const withoutDiscarded = <Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Queue<Key, Change>,
	ids: ReadonlySet<string>,
): Queue<Key, Change> => withDropped(format, queue, ({ id }) => ids.has(id));

/** Adapts the later changes of an item to the fact that the change of an entry, which they were made after, is not made. */
export function withLaterAdapted<Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Queue<Key, Change>,
	id: string,
): Queue<Key, Change> {
	const index = queue.findIndex((entry) => entry.id === id);
	const rest = withDropped(format, queue.slice(index), (entry) => entry.id === id);
	return index === -1 ? queue : [...queue.slice(0, index + 1), ...rest];
}

/** Removes steps. The later steps of their items were made on top of them, and are adapted. Returns the same queue if there is nothing to remove. */
function withDropped<Key, Change>(
	{ idOf, without }: OutboxFormat<Key, Change>,
	queue: Queue<Key, Change>,
	isDropped: (entry: Entry<Key, Change>, step: Step<Change>) => boolean,
): Queue<Key, Change> {
	/** The dropped changes of each item. */
	const dropped = new Map<string, readonly Change[]>();
	const remaining = queue.flatMap((entry) => {
		const item = idOf(entry.key);
		const steps = entry.steps.flatMap((step) => {
			const before = dropped.get(item) ?? [];
			if (!isDropped(entry, step))
				return [{ ...step, change: before.reduce((left, one) => without(one, left), step.change) }];
			dropped.set(item, [...before, step.change]);
			return [];
		});
		if (!dropped.has(item)) return [entry];
		return steps.length === 0 ? [] : [{ ...entry, steps }];
	});
	return dropped.size === 0 ? queue : remaining;
}
