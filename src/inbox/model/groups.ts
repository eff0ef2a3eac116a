import { happenedAt, type InboxEntry } from './entry.ts';
import { idOfPlace, type Place } from './places.ts';

/** How long an event stays in the inbox after the user has seen it. */
const recentMs = 24 * 60 * 60_000;
/** How many seen events of a place are shown. */
const maxSeen = 20;

/** The events of a place. */
export interface InboxGroup {
	/** Stable, and unique in the inbox. */
	readonly id: string;
	readonly place: Place;
	/** The newest first. */
	readonly entries: readonly InboxEntry[];
	readonly unseenCount: number;
}

/**
 * Groups the unseen events, and those that the user has seen lately, by place. The group with the newest event comes first; marking events
 * as seen does not change the order. The entries may be those of several accounts, each in the order in which they were added.
 */
export function groupEntries(entries: readonly InboxEntry[], now: number): readonly InboxGroup[] {
	const groups = new Map<string, InboxEntry[]>();
	const dated = entries.map((entry, index) => ({ entry, index, at: happenedAt(entry) }));
	// Of events with the same time, the one that was added last is the newest.
	for (const { entry } of dated.sort((a, b) => b.at - a.at || b.index - a.index)) {
		const { event, seenAt } = entry;
		const id = idOfPlace(event.place);
		const group = groups.get(id) ?? [];
		if (seenAt !== undefined && (now - seenAt > recentMs || countSeen(group) >= maxSeen)) continue;
		group.push(entry);
		groups.set(id, group);
	}
	return [...groups].flatMap(([id, group]) => {
		const [newest] = group;
		if (!newest) return [];
		const unseenCount = group.length - countSeen(group);
		return [{ id, place: newest.event.place, entries: group, unseenCount }];
	});
}

const countSeen = (entries: readonly InboxEntry[]): number =>
	entries.filter(({ seenAt }) => seenAt !== undefined).length;

/** For the badge. */
export const countUnseen = (groups: readonly InboxGroup[]): number =>
	groups.reduce((sum, { unseenCount }) => sum + unseenCount, 0);
