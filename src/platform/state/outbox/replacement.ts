import {
	changeOf,
	type Entry,
	isMergeable,
	isOnItsWay,
	isUnsent,
	type OutboxFormat,
	type Replaced,
	type Step,
} from './entry.ts';

type Entries<Key, Change> = readonly Entry<Key, Change>[];
/** The two parts of an entry: what a later change of its item overrides, and what is left. */
interface Parts<Key, Change> {
	readonly overridden?: Entry<Key, Change>;
	readonly left?: Entry<Key, Change>;
}

/** Removes what a new change overrides from the refused and conflicting entries of its item. */
export function removeReplaced<Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Entries<Key, Change>,
	item: string,
	later: Change,
): { readonly left: Entries<Key, Change>; readonly replaced: Entries<Key, Change> } {
	const replaced: Entry<Key, Change>[] = [];
	const left = queue.flatMap((entry) => {
		const isReplaceable = !isOnItsWay(entry) && isMergeable(entry) && format.idOf(entry.key) === item;
		if (!isReplaceable) return [entry];
		const parts = split(format, entry, later);
		if (parts.overridden) replaced.push(parts.overridden);
		return parts.left ? [parts.left] : [];
	});
	return { left, replaced };
}

/** Removes an entry that was sent, and what it overrides in the earlier entries of its item, which the user has not confirmed. */
export function withoutSent<Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Entries<Key, Change>,
	id: string,
): Entries<Key, Change> {
	const index = queue.findIndex((entry) => entry.id === id);
	const sent = queue[index];
	if (!sent) return queue;
	const later = changeOf(format, sent.steps);
	const item = format.idOf(sent.key);
	const isEarlier = (entry: Entry<Key, Change>) =>
		isUnsent(entry) && isMergeable(entry) && format.idOf(entry.key) === item;
	const earlier = queue.slice(0, index).flatMap((entry) => {
		const { left } = later !== undefined && isEarlier(entry) ? split(format, entry, later) : { left: entry };
		return left ? [left] : [];
	});
	return [...earlier, ...queue.slice(index + 1)];
}

/** Collects what the undone steps have replaced. What a later step of the item also overrides is passed on to that step. */
export function passOnReplaced<Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Entries<Key, Change>,
	isUndone: (entry: Entry<Key, Change>, step: Step<Key, Change>) => boolean,
): { readonly passed: Entries<Key, Change>; readonly returned: readonly Replaced<Key, Change>[] } {
	/** By item. */
	const returned = new Map<string, readonly Replaced<Key, Change>[]>();
	const passed = queue.map((entry) => {
		const item = format.idOf(entry.key);
		const steps = entry.steps.map((step) => {
			const before = returned.get(item) ?? [];
			if (isUndone(entry, step)) {
				returned.set(item, [...before, ...(step.replaced ?? [])]);
				return step;
			}
			if (!isOnItsWay(entry)) return step;
			const parts = before.map((one) => ({ index: one.index, ...split(format, one.entry, step.change) }));
			const part = (name: 'overridden' | 'left') =>
				parts.flatMap(({ index, [name]: one }) => (one ? [{ index, entry: one }] : []));
			if (part('overridden').length === 0) return step;
			returned.set(item, part('left'));
			return { ...step, replaced: [...(step.replaced ?? []), ...part('overridden')] };
		});
		return { ...entry, steps };
	});
	return { passed, returned: [...returned.values()].flat() };
}

/** Puts replaced entries back into the queue: merges each with what is left of it, or inserts it at its earlier position. */
export function withReturned<Key, Change>(
	format: OutboxFormat<Key, Change>,
	queue: Entries<Key, Change>,
	returned: readonly Replaced<Key, Change>[],
	createId: () => string,
): Entries<Key, Change> {
	let result = queue;
	for (const { index, entry } of returned.toSorted((one, other) => one.index - other.index)) {
		const rest = result.find(({ id }) => id === entry.id);
		if (!rest) result = result.toSpliced(index, 0, entry);
		// The user has sent the rest again.
		else if (isOnItsWay(rest)) result = result.toSpliced(index, 0, { ...entry, id: createId() });
		else {
			const change = changeOf(format, [...entry.steps, ...rest.steps]);
			if (change !== undefined) result = result.map((one) => (one === rest ? withOneStep(one, change) : one));
		}
	}
	return result;
}

function split<Key, Change>(
	format: OutboxFormat<Key, Change>,
	entry: Entry<Key, Change>,
	later: Change,
): Parts<Key, Change> {
	const change = changeOf(format, entry.steps);
	if (change === undefined) return { left: entry };
	const left = format.leftAfter(change, later);
	if (left === change) return { left: entry };
	const overridden = left === undefined ? change : format.leftAfter(change, left);
	return {
		...(overridden !== undefined && { overridden: withOneStep(entry, overridden) }),
		...(left !== undefined && { left: withOneStep(entry, left) }),
	};
}

const withOneStep = <Key, Change>(entry: Entry<Key, Change>, change: Change): Entry<Key, Change> => ({
	...entry,
	steps: entry.steps.slice(-1).map(({ group, at }) => ({ group, at, change })),
});
