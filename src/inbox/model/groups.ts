import { largest } from '../../base/collections.ts';
import { happenedAt, type InboxEntry } from './entry.ts';
import { idOfPlace, type Place } from './places.ts';
import { groupBySubject, type Subject } from './subjects.ts';

/** How long an event stays in the inbox after the user has seen it. */
const recentMs = 24 * 60 * 60_000;
/** How many subjects of a place the view shows of which the user has seen everything. */
const maxShownSeen = 20;

/** A subject as its row shows it. */
export interface ShownSubject {
	readonly id: string;
	/** What the user has not seen or, if nothing is unseen, has seen lately. At least one, the newest first. */
	readonly entries: readonly [InboxEntry, ...InboxEntry[]];
	readonly isUnseen: boolean;
}

/** The subjects of a place. */
export interface InboxGroup {
	/** Stable, and unique in the inbox. */
	readonly id: string;
	readonly place: Place;
	/** The one in which something has happened last comes first. */
	readonly subjects: readonly ShownSubject[];
	/** How many subjects have unseen events. */
	readonly unseenCount: number;
}

/** What is shown of a subject; undefined if the user has seen everything long ago. */
export function shownSubject({ id, entries }: Subject, now: number): ShownSubject | undefined {
	const unseen = entries.filter(isUnseen);
	const isRecent = ({ seenAt = now }: InboxEntry) => now - seenAt <= recentMs;
	const shown = unseen.length > 0 ? unseen : entries.filter(isRecent);
	const [newest, ...others] = newestFirst(shown);
	return newest && { id, entries: [newest, ...others], isUnseen: unseen.length > 0 };
}

/**
 * Groups the subjects with unseen events, and those that the user has seen lately, by place. The group with the newest event comes first;
 * marking events as seen does not change the order. The entries may be those of several accounts, each in the order in which they were added.
 */
export function groupEntries(
	entries: readonly InboxEntry[],
	now: number,
	maxSeen = maxShownSeen,
): readonly InboxGroup[] {
	const positions = new Map(entries.map((entry, index) => [entry, index]));
	const lastAdded = ({ entries: [newest] }: ShownSubject) => positions.get(newest) ?? 0;
	const dated = groupBySubject(entries).flatMap((subject) => {
		const shown = shownSubject(subject, now);
		return shown ? [{ shown, at: largest(subject.entries.map(happenedAt)) }] : [];
	});
	const groups = new Map<string, { readonly subjects: ShownSubject[]; unseenCount: number }>();
	dated.sort((one, other) => other.at - one.at || lastAdded(other.shown) - lastAdded(one.shown));
	for (const { shown } of dated) {
		const id = idOfPlace(shown.entries[0].event.place);
		const group = groups.get(id) ?? { subjects: [], unseenCount: 0 };
		if (!shown.isUnseen && group.subjects.length - group.unseenCount >= maxSeen) continue;
		group.subjects.push(shown);
		if (shown.isUnseen) group.unseenCount += 1;
		groups.set(id, group);
	}
	return [...groups].flatMap(([id, { subjects, unseenCount }]) => {
		const [first] = subjects;
		return first ? [{ id, place: first.entries[0].event.place, subjects, unseenCount }] : [];
	});
}

const isUnseen = ({ seenAt }: InboxEntry): boolean => seenAt === undefined;

/** Of events with the same time, the one that was added last is the newest. */
function newestFirst(entries: readonly InboxEntry[]): readonly InboxEntry[] {
	const dated = entries.map((entry, index) => ({ entry, index, at: happenedAt(entry) }));
	return dated.sort((one, other) => other.at - one.at || other.index - one.index).map(({ entry }) => entry);
}

/** For the badge. */
export const countUnseen = (groups: readonly InboxGroup[]): number =>
	groups.reduce((sum, { unseenCount }) => sum + unseenCount, 0);
