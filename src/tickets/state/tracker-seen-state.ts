import { largest } from '../../base/collections.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';

/** A forge may store an event and the update of its ticket at slightly different times. */
export const toleranceMs = 5000;
/** The maximum number of exceptions to remember. Of more, those that changed longest ago count as seen. */
const maxUnseen = 1000;

/**
 * How far a time of the forge may be ahead of the clock of this computer, which may be wrong by hours. A later time is wrong. Imported
 * tickets can have one.
 */
export const maxAheadMs = 2 * 24 * 60 * 60_000;

/** The newest time, in milliseconds since 1970. Wrong ones count only if all are wrong: what happens later would look older than them. */
export function newestTime(times: readonly number[], now: number): number {
	const possible = times.filter((time) => time <= now + maxAheadMs);
	return largest(possible.length > 0 ? possible : times);
}

/** The tickets of a tracker that the user has seen: those that last changed up to a time, except some. */
export interface TrackerSeenState {
	readonly upTo: string;
	readonly unseen: readonly number[];
}

/** Undefined if there is no stored value, or if it is damaged. */
export function toTrackerSeenState(stored: unknown): TrackerSeenState | undefined {
	if (typeof stored !== 'object' || stored === null) return undefined;
	const upTo: unknown = Reflect.get(stored, 'upTo');
	const unseen: unknown = Reflect.get(stored, 'unseen');
	const isValid = typeof upTo === 'string' && !Number.isNaN(Date.parse(upTo)) && Array.isArray(unseen);
	return isValid ? { upTo, unseen } : undefined;
}

/** Whether the first time is not later than the second one, within the tolerance. */
export const isNotLater = (time: string, other: string): boolean =>
	!(Date.parse(time) - Date.parse(other) > toleranceMs);

const sets = new WeakMap<readonly number[], ReadonlySet<number>>();

function setOf(numbers: readonly number[]): ReadonlySet<number> {
	const set = sets.get(numbers) ?? new Set(numbers);
	sets.set(numbers, set);
	return set;
}

/** Whether a ticket has changed since the user last looked at it, which was `visited`. */
export const hasNews = (
	{ upTo, unseen }: TrackerSeenState,
	{ id, updated }: Pick<Ticket, 'id' | 'updated'>,
	visited: string | undefined,
): boolean => {
	if (visited !== undefined && isNotLater(updated, visited)) return false;
	return !isNotLater(updated, upTo) || (unseen.length > 0 && setOf(unseen).has(id));
};

/** The newest event that the user has read of each ticket. */
type Visits = ReadonlyMap<number, string>;

interface MergeOptions {
	/** All tickets of the tracker. */
	readonly tickets: Iterable<Pick<Ticket, 'id' | 'updated'>>;
	/** The time up to which `tickets` has all changes for certain. */
	readonly completeUpTo: number;
	/** The times of the user's visits, by ticket, the latest visit last. */
	readonly visits: Visits;
	/** How many of the latest visits to keep in any case. */
	readonly keep: number;
}

/** Merges old visits into what is known of the tracker, so that no ticket becomes unseen without them. Returns the visits that remain. */
export function mergeVisits(
	seen: TrackerSeenState,
	{ tickets, completeUpTo, visits, keep }: MergeOptions,
): { readonly seen: TrackerSeenState; readonly visits: Visits } {
	const all = [...visits];
	const old = all.slice(0, Math.max(0, all.length - keep));
	const mergeable = old.filter(([, at]) => Date.parse(at) <= completeUpTo);
	const newest = Math.max(Date.parse(seen.upTo), largest(mergeable.map(([, at]) => Date.parse(at))));
	const upTo = new Date(newest).toISOString();
	const unseen = [...tickets]
		.filter((ticket) => isNotLater(ticket.updated, upTo) && hasNews(seen, ticket, visits.get(ticket.id)))
		.sort((a, b) => Date.parse(b.updated) - Date.parse(a.updated))
		.slice(0, maxUnseen)
		.map(({ id }) => id);
	const merged = new Set(mergeable.map(([id]) => id));
	const rest = all.filter(([id]) => !merged.has(id));
	return { seen: { upTo, unseen }, visits: new Map(rest) };
}
