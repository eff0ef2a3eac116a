import { count } from '../../base/text/numbers.ts';
import { wordsOf } from './describe-event.ts';
import type { InboxEntry } from './entry.ts';
import { oneLine } from './event-words.ts';
import { nameOfPlace } from './places.ts';

/** An event that a notification is due about. */
export interface DueEvent extends Pick<InboxEntry, 'event' | 'addedAt'> {
	/** The name of the user whose inbox it is in, with the tilde. */
	readonly me: string;
}

/**
 * What a notification says. One event reads as its row does, after its place and without its age, which would be wrong later:
 * `~ana/editor: #42 ~bob commented · Undo history is lost`. Several are counted: `3 updates in ~ana/editor`.
 */
export function notificationText(
	events: readonly Pick<DueEvent, 'event' | 'me'>[],
	isDigest: boolean,
): string {
	const [first] = events;
	if (first && events.length === 1) {
		const { label, details } = wordsOf(first.event, first.me);
		return `${placeOf(first)}: ${[label, details].filter(Boolean).join(' · ')}`;
	}
	const places = [...new Set(events.map(placeOf))];
	const where = places.length === 1 ? places.join() : count(places.length, 'place');
	const updates = `${count(events.length, 'update')} in ${where}`;
	return isDigest ? `While you were away: ${updates}` : updates;
}

const placeOf = ({ event }: Pick<DueEvent, 'event'>): string => oneLine(nameOfPlace(event.place));
