import * as v from 'valibot';
import type { Shape } from '../../../forge/contract/read.ts';

/**
 * Which parts of a resource were reported, such as all items that are in it: the form of the cursors of what grows. It is stored, so
 * it is JSON and has a bounded size.
 */
export interface Reported<Entry> {
	/** Parts without an entry are reported up to this one: an id that the forge counts, or a time. A later part may become known earlier. */
	readonly upTo: number;
	/** By id: the last parts, as they were reported. */
	readonly entries: Readonly<Record<string, Entry>>;
}

export const reportedShape = <Entry>(entry: Shape<Entry>): Shape<Reported<Entry>> =>
	v.object({ upTo: v.number(), entries: v.record(v.string(), entry) });

/** Whether a part was never reported. `position` is its id, if `upTo` is one, or else the time of its last change. */
export const isUnreported = (
	{ upTo, entries }: Reported<unknown>,
	id: number | string,
	position: number,
): boolean => !Object.hasOwn(entries, id) && position > upTo;

interface Report<Entry> {
	readonly entries: Iterable<readonly [id: number | string, Entry]>;
	/** The id or time of a part, as in `upTo`; 0 for a part that is gone, so that its entry is dropped first. */
	readonly positionOf: (id: string) => number;
	/** How many parts keep their entries. */
	readonly most: number;
	/** The position of the first part that is not reported yet. Later parts keep their entries: otherwise `upTo` would pass the first. */
	readonly firstWaiting?: number | undefined;
	/** Whether a part keeps its entry, however many later ones there are. */
	readonly keeps?: (id: string) => boolean;
}

/** Adds parts that are reported now, and keeps the size bounded. */
export function withReported<Entry>(
	{ upTo, entries }: Reported<Entry>,
	{ entries: added, positionOf, most, firstWaiting = Number.POSITIVE_INFINITY, keeps }: Report<Entry>,
): Reported<Entry> {
	const all = new Map(Object.entries(entries));
	for (const [id, entry] of added) all.set(String(id), entry);
	const positions = Array.from(all.keys(), (id) => ({ id, position: positionOf(id) }));
	const earlier = positions.sort((one, other) => other.position - one.position).slice(most);
	let last = upTo;
	for (const { id, position } of earlier) {
		if (position >= firstWaiting || keeps?.(id)) continue;
		all.delete(id);
		// Otherwise, a part without its entry would look new.
		last = Math.max(last, position);
	}
	return { upTo: last, entries: Object.fromEntries(all) };
}
