import * as v from 'valibot';
import type { TicketEvent } from '../../forge/shapes/trackers.ts';
import { isSameText } from '../../platform/model/line-breaks.ts';
import { maxAheadMs } from '../../platform/state/seen/marks.ts';
import { isNotLater } from './ticket-seen-state.ts';
import type { TrackerCache } from './tracker-cache.ts';

/** What was known of a ticket before it was changed. */
export interface KnownBefore {
	/** The id of the newest event that was known before; 0 if none was. */
	readonly newest: number;
	/** The ticket's `updated` from before. */
	readonly base: string | null;
}

interface CommentSearch extends KnownBefore {
	readonly text: string;
	/** The author's canonical name. */
	readonly me: string;
}

const Mark = v.pipe(
	v.string(),
	v.parseJson(),
	v.object({ newest: v.number(), base: v.nullable(v.string()) }),
);

/** What is known of a ticket now. */
export function knownOf(trackerCache: TrackerCache | undefined, ticket: number): KnownBefore {
	const events = trackerCache?.discussions.of(ticket).value ?? [];
	return {
		newest: events.reduce((newest, { id }) => Math.max(newest, id), 0),
		base: trackerCache?.tickets.get(ticket)?.updated ?? null,
	};
}

/**
 * What is known of a ticket now, to be stored. If the ticket is not loaded, all that is known is that the user's comment cannot be much older
 * than its confirmation.
 */
export function markOf(trackerCache: TrackerCache | undefined, ticket: number, confirmedAt: number): string {
	const { newest, base } = knownOf(trackerCache, ticket);
	return JSON.stringify({ newest, base: base ?? new Date(confirmedAt - maxAheadMs).toISOString() });
}

export function readMark(mark: string | undefined): KnownBefore {
	const known = v.safeParse(Mark, mark);
	return known.success ? known.output : { newest: 0, base: null };
}

/** Asks the forge whether the ticket has a comment of this user with this text that is newer than the known events. */
export async function hasComment(
	trackerCache: TrackerCache,
	ticket: number,
	{ text, me: author, ...known }: CommentSearch,
): Promise<boolean> {
	if (text.trim() === '') return false;
	trackerCache.discussions.of(ticket).markOutdated();
	await trackerCache.readWithEvents(ticket);
	const { value: events = [], lastError } = trackerCache.discussions.of(ticket);
	if (lastError) throw lastError;
	return events.some((event) => isNewEvent(event, known) && isComment(event, author, text));
}

/**
 * Whether an event came after what was known. The known ticket can be newer than its known events, so both count.
 *
 * An equal comment that the same user has written elsewhere after both were read still looks like the one that was sent: the forge does not
 * say which request has made an event. Reading the events before each comment would only shorten that time.
 */
export const isNewEvent = ({ id, created }: TicketEvent, { newest, base }: KnownBefore): boolean =>
	id > newest && (base === null || isNotLater(base, created));

/** Whether an event has a comment of this user with this text. Other users may write the same, such as "+1". */
export function isComment({ user, comment }: TicketEvent, me: string, text: string): boolean {
	const author = comment?.submitter ?? user;
	const isMine = author?.type === 'user' && author.canonical_name === me;
	return isMine && comment !== null && isSameText(comment.text, text);
}
