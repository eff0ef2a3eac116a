import { isSameText } from '../../platform/model/same-text.ts';
import type { TrackerCache } from './tracker-cache.ts';

interface CommentSearch {
	readonly text: string;
	/** The author's canonical name. */
	readonly me: string;
	/** The id of the newest event that was known before; 0 if none was. */
	readonly newest: number;
	/** The ticket's `updated` from before; used if no event was known. */
	readonly base: string | null;
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
		const isNew = newest > 0 ? id > newest : base === null || Date.parse(created) > Date.parse(base);
		const author = comment?.submitter ?? user;
		const isMine = author?.type === 'user' && author.canonical_name === me;
		return isNew && isMine && comment !== null && isSameText(comment.text, text);
	});
}
