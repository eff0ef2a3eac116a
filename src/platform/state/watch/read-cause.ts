import * as v from 'valibot';
import { isRecent, timeOfDay } from '../../../base/clock.ts';

/**
 * Why a resource is read. What the schedule reads may have been read by a view a short time before, and a delivery may tell what is known
 * already, such as the user's own change. Only a refresh always asks the forge.
 */
export type ReadCause = 'schedule' | 'delivery' | 'refresh';

/** The shortest time between two reads that the schedule requests. */
const recentMs = 15_000;
/** The first read reports nothing, so it can begin with what the views have read since the sign-in. */
const recentAtFirstMs = 60_000;

interface KnownBefore {
	readonly cause?: ReadCause | undefined;
	readonly cursor: unknown;
	/** When the forge last answered. */
	readonly asOf: number | undefined;
}

const Answered = v.object({ asOf: v.number() });

/** When the forge gave the answer that a cursor was made from. Undefined if the cursor does not say so. */
export const answerTime = (cursor: unknown): number | undefined =>
	v.is(Answered, cursor) ? cursor.asOf : undefined;

/**
 * Whether the schedule need not ask the forge, because it was asked a short time ago. If another window has moved the cursor since, what this
 * window knows is older than the cursor and would look like changes.
 */
export function isReadRecently({ cause, cursor, asOf }: KnownBefore): boolean {
	if (cause !== 'schedule' || !isRecent(asOf, cursor === undefined ? recentAtFirstMs : recentMs))
		return false;
	const moved = answerTime(cursor);
	// The clock may have been set back.
	return moved === undefined || moved <= (asOf ?? 0) || moved > timeOfDay();
}
