import * as v from 'valibot';
import { isSameText } from '../../platform/model/same-text.ts';
import type { TrackerCache } from './tracker-cache.ts';

/** What was known of a ticket before it was commented on. */
interface KnownBefore {
	/** The id of the newest event that was known before; 0 if none was. */
	readonly newest: number;
	/** The ticket's `updated` from before; used if no event was known. */
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

const spellMark = (known: KnownBefore): string => JSON.stringify(known);

/** What is known of a ticket now, to be stored. */
export function markOf(
	trackerCache: Pick<TrackerCache, 'events' | 'tickets'> | undefined,
	ticket: number,
): string {
	const events = trackerCache?.events(ticket).value ?? [];
	return spellMark({
		newest: Math.max(0, ...events.map(({ id }) => id)),
		base: trackerCache?.tickets.get(ticket)?.updated ?? null,
	});
}

export function readMark(mark: string | undefined): KnownBefore {
	const known = v.safeParse(Mark, mark);
	return known.success ? known.output : { newest: 0, base: null };
}

/** Asks the forge whether the ticket has a comment of this user with this text that is newer than the known events. */
export async function hasComment(
	trackerCache: Pick<TrackerCache, 'events' | 'readWithEvents'>,
	ticket: number,
	{ text, me, newest, base }: CommentSearch,
): Promise<boolean> {
	if (text.trim() === '') return false;
	trackerCache.events(ticket).markOutdated();
	await trackerCache.readWithEvents(ticket);
	const { value: events = [], lastError } = trackerCache.events(ticket);
	if (lastError) throw lastError;
	return events.some(({ id, created, user, comment }) => {
		// The forge's times are whole seconds. Without ids, an equal comment from the second of the last known change counts as new.
		const isNew = newest > 0 ? id > newest : base === null || Date.parse(created) >= Date.parse(base);
		const author = comment?.submitter ?? user;
		const isMine = author?.type === 'user' && author.canonical_name === me;
		return isNew && isMine && comment !== null && isSameText(comment.text, text);
	});
}
