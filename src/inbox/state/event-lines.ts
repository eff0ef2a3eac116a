import * as v from 'valibot';
import { MutedSubjectShape } from '../model/muted.ts';

/** The version of the format in which the events of an account are stored. */
export const lineVersion = '1';

const lineShape = v.union([
	/** An event that was added. */
	v.object({
		event: v.unknown(),
		addedAt: v.number(),
		seenAt: v.optional(v.number()),
		isDue: v.optional(v.boolean()),
		claimedAt: v.optional(v.number()),
	}),
	/** The keys of events that the user has seen. */
	v.object({ seen: v.array(v.string()), at: v.number() }),
	/** The keys of events that the user has marked as unseen. */
	v.object({ unseenAgain: v.array(v.string()) }),
	/** A subject that the user has muted. */
	v.object({ muted: MutedSubjectShape }),
	/** The names of subjects that are no longer muted. */
	v.object({ unmuted: v.array(v.string()) }),
	/** The keys of events that a window is about to show a notification about. */
	v.object({ claimed: v.array(v.string()), at: v.number() }),
	/** The keys of events that it has shown one about. */
	v.object({ notified: v.array(v.string()) }),
	/** The cursor of a resource. Without a value, it is forgotten. */
	v.object({ cursor: v.string(), value: v.optional(v.unknown()) }),
	/** The keys of events that must not be added (again), and how many of those that were left out the user had not seen. */
	v.object({ known: v.array(v.string()), unseen: v.optional(v.number()) }),
]);

export type Line = v.InferOutput<typeof lineShape>;

/** Undefined for what another version has written. */
export function parseLine(value: unknown): Line | undefined {
	const read = v.safeParse(lineShape, value);
	return read.success ? read.output : undefined;
}

/** Whether two values are written the same. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
	JSON.stringify(one) === JSON.stringify(other);
