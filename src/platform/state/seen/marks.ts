import * as v from 'valibot';
import { largest, withLast } from '../../../base/collections.ts';
import type { Shape } from '../../../forge/contract/read.ts';

/** In milliseconds since 1970, by item. */
type Times = Readonly<Record<string, number>>;

/** When the items of a place last changed. */
export type Items = Iterable<readonly [item: string, changed: number]>;

/** What the user has seen of a place where things happen. */
export interface Marks {
	/** Up to when all items count as seen; undefined until the user looks at the place as a whole. */
	readonly upTo?: number | undefined;
	/** The items for which `upTo` does not hold: up to when each counts as seen. */
	readonly exceptions: Times;
	/** Up to when the user has seen the items that they have opened. */
	readonly visits: Times;
}

/** By name. The place that was written last comes last. */
export type MarksByPlace = Readonly<Record<string, Marks>>;

const TimesShape: Shape<Times> = v.record(v.string(), v.number());
export const MarksByPlaceShape: Shape<MarksByPlace> = v.record(
	v.string(),
	v.object({ upTo: v.optional(v.number()), exceptions: TimesShape, visits: TimesShape }),
);

export const noMarks: Marks = { exceptions: {}, visits: {} };

/** If a place has more visits, the older ones are dropped where the other marks say the same. */
const maxVisits = 400;
/** How many of the newest visits stay even then. */
const keptVisits = 200;
/** With more visits, the oldest are dropped whatever the other marks say. Only a place that cannot be read has so many. */
const absoluteMaxVisits = 4000;
/** Of more exceptions, the items that changed longest ago count as seen. */
const maxExceptions = 1000;
/** Of more places, the one that was written longest ago is forgotten: the next look at it counts as the first. */
const maxPlaces = 1000;

/**
 * How far a time of the forge may be ahead of the clock of this computer, which may be wrong by hours. A later time is wrong. What was
 * imported can have one.
 */
export const maxAheadMs = 2 * 24 * 60 * 60_000;

/** The newest time, in milliseconds since 1970. Wrong ones count only if all are wrong: what happens later would look older than a wrong time. */
export function newestTime(times: readonly number[], now: number): number {
	const possible = times.filter((time) => time <= now + maxAheadMs);
	return largest(possible.length > 0 ? possible : times);
}

function later(one: number | undefined, other: number | undefined, now: number): number | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return newestTime([one, other], now);
}

/** Up to when an item counts as seen. */
export function seenUpTo({ upTo, exceptions, visits }: Marks, item: string): number | undefined {
	const ofPlace = exceptions[item] ?? upTo;
	const visit = visits[item];
	return ofPlace === undefined || visit === undefined ? (ofPlace ?? visit) : Math.max(ofPlace, visit);
}

/** Joins what two windows know: each item counts as seen up to the later of both times. Joining the same marks again changes nothing. */
export function joinMarks(one: Marks, other: Partial<Marks>, now: number): Marks {
	const upTo = later(one.upTo, other.upTo, now);
	const exceptions: Record<string, number> = {};
	for (const item of Object.keys({ ...one.exceptions, ...other.exceptions })) {
		const seen = later(one.exceptions[item] ?? one.upTo, other.exceptions?.[item] ?? other.upTo, now);
		if (seen !== undefined && seen !== upTo) exceptions[item] = seen;
	}
	const visits: Record<string, number> = { ...one.visits };
	for (const [item, at] of Object.entries(other.visits ?? {}))
		visits[item] = later(visits[item], at, now) ?? at;
	return withFewVisits({ ...(upTo !== undefined && { upTo }), exceptions, visits });
}

/** Adds marks, after which their places were written last. */
export const joinPlaces = (
	stored: MarksByPlace,
	added: Readonly<Record<string, Partial<Marks>>>,
	now: number,
): MarksByPlace =>
	Object.entries(added).reduce(
		(places, [name, marks]) =>
			withLast(places, name, joinMarks(places[name] ?? noMarks, marks, now), maxPlaces),
		stored,
	);

const newestFirst = (visits: Times): readonly (readonly [item: string, at: number])[] =>
	Object.entries(visits).sort(([, one], [, other]) => other - one);

/** Drops older visits, but none without which an item would become unseen, unless there are very many. */
function withFewVisits(marks: Marks): Marks {
	if (Object.keys(marks.visits).length <= maxVisits) return marks;
	const withoutVisits = { ...marks, visits: {} };
	const kept = newestFirst(marks.visits)
		.filter(([item, at], nth) => nth < keptVisits || at > (seenUpTo(withoutVisits, item) ?? 0))
		.slice(0, absoluteMaxVisits);
	return { ...marks, visits: Object.fromEntries(kept) };
}

/**
 * Marks that allow `withFewVisits` to drop the older visits to a place: `upTo` moves to the newest of these visits, and the items that would
 * become seen by that are exceptions. Undefined if there are few visits.
 *
 * `items` are all items of the place and when each last changed, complete up to a time. A visit that is up to `toleranceMs` older than a
 * change has seen it.
 */
export function marksForVisits(
	marks: Marks,
	items: Items,
	completeUpTo: number,
	toleranceMs: number,
): Partial<Marks> | undefined {
	const visits = newestFirst(marks.visits);
	const old = visits.slice(keptVisits).flatMap(([, at]) => (at <= completeUpTo ? [at] : []));
	if (visits.length <= maxVisits || old.length === 0) return undefined;
	const upTo = Math.max(marks.upTo ?? 0, largest(old));
	const exceptions = Array.from(items, ([item, changed]) => ({
		item,
		changed: changed - toleranceMs,
		seen: seenUpTo(marks, item) ?? 0,
	}))
		.filter(({ changed, seen }) => changed <= upTo && changed > seen)
		.sort((one, other) => other.changed - one.changed)
		.slice(0, maxExceptions)
		.map(({ item, seen }) => [item, seen] as const);
	return { upTo, exceptions: Object.fromEntries(exceptions) };
}
