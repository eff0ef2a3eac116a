import * as v from 'valibot';
import { MutedSubjectShape } from '../model/muted.ts';

/** Of the format of the lines in the file of the events of an account. */
export const lineVersion = '1';

const lineShape = v.union([
	v.object({
		event: v.unknown(),
		addedAt: v.number(),
		seenAt: v.optional(v.number()),
		isDue: v.optional(v.boolean()),
		claimedAt: v.optional(v.number()),
	}),
	v.object({ seen: v.array(v.string()), at: v.number() }),
	v.object({ unseenAgain: v.array(v.string()) }),
	v.object({ muted: MutedSubjectShape }),
	v.object({ unmuted: v.array(v.string()) }),
	v.object({ claimed: v.array(v.string()), at: v.number() }),
	v.object({ notified: v.array(v.string()) }),
	v.object({ cursor: v.string(), value: v.optional(v.unknown()) }),
	v.object({ known: v.array(v.string()), unseen: v.optional(v.number()) }),
]);

/**
 * - an event that was added
 * - the keys of events that the user has seen
 * - the keys of events that the user has marked as unseen
 * - a subject that the user has muted
 * - the names of subjects that are no longer muted
 * - the keys of events that a window is about to show a notification about
 * - the keys of events that it has shown one about
 * - the cursor of a resource; without a value, it is forgotten
 * - the keys of events that must not be added (again), and how many of those that were left out the user had not seen
 */
export type Line = v.InferOutput<typeof lineShape>;

/** Undefined for what another version has written. */
export function parseLine(value: unknown): Line | undefined {
	const read = v.safeParse(lineShape, value);
	return read.success ? read.output : undefined;
}

/** Whether two values are written the same. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
	JSON.stringify(one) === JSON.stringify(other);
