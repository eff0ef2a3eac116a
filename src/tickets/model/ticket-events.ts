import { parseTime } from '../../forge/contract/read.ts';
import type { Participant } from '../../forge/shapes/people.ts';
import type { TicketEvent } from '../../forge/shapes/trackers.ts';
import { personKey } from '../../platform/model/words.ts';

/** Label changes of one person within this time are one entry. */
const mergeMs = 60_000;

interface DatedEvent {
	readonly event: TicketEvent;
	readonly ms: number;
}

const sortedEvents = new WeakMap<readonly TicketEvent[], readonly DatedEvent[]>();

/**
 * Sorts events by time, then by id. Of events with the same id, the last one counts. An event without a date follows its predecessor.
 * The same list is sorted once, as a page with thousands of events is redrawn often.
 */
export function sortEvents(events: readonly TicketEvent[]): readonly DatedEvent[] {
	const known = sortedEvents.get(events) ?? sortAll(events);
	sortedEvents.set(events, known);
	return known;
}

function sortAll(events: readonly TicketEvent[]): DatedEvent[] {
	const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
	let last = 0;
	const dated = distinct
		.sort((a, b) => a.id - b.id)
		.map((event) => {
			last = parseTime(event.created) ?? last;
			return { event, ms: last };
		});
	return dated.sort((a, b) => a.ms - b.ms);
}

interface ActivityBase {
	readonly id: string;
	readonly event: TicketEvent;
	readonly ms: number;
	/** The person who did it. */
	readonly by: Participant | null;
}

/** One fact of an event; an event may have several. */
export type Activity =
	| (ActivityBase & { readonly type: 'comment'; readonly text: string })
	| (ActivityBase & {
			readonly type: 'labels';
			readonly added: readonly string[];
			readonly removed: readonly string[];
	  })
	| (ActivityBase & { readonly type: 'change'; readonly word: string });

/** In events of these types, `by_user` is the person who did it, and `user`, if there is one, is the person whom it concerns. */
export const typesWithByUser = new Set<string>([
	'assigned_user',
	'unassigned_user',
	'user_mentioned',
	'ticket_mentioned',
]);
const labelTypes = new Set<string>(['label_added', 'label_removed']);

export function activitiesOf({ event, ms }: DatedEvent): Activity[] {
	const types = new Set<string>(event.event_type);
	// The description already shows that the ticket was created.
	if (types.delete('created') && types.size === 0) return [];
	if (types.size === 0) types.add(event.comment ? 'comment' : 'changed');
	const words = [...types].filter((type) => type !== 'comment' && !labelTypes.has(type));
	const base = (word: string, by = event.user): ActivityBase => ({
		id: word === 'comment' ? `${event.id}` : `${event.id}:${word.slice(0, 40)}`,
		event,
		ms,
		by,
	});
	const found: Activity[] = [];
	if (types.has('comment')) {
		const by = event.comment?.submitter ?? event.user;
		const text = event.comment?.text;
		found.push(
			text === undefined
				? { ...base('comment', by), type: 'change', word: 'comment' }
				: { ...base('comment', by), type: 'comment', text },
		);
	}
	for (const word of words) {
		const by = typesWithByUser.has(word) ? event.by_user : (event.user ?? event.by_user);
		found.push({ ...base(word, by), type: 'change', word });
	}
	if ([...labelTypes].some((type) => types.has(type))) {
		const names = event.label ?? [];
		found.push({
			...base('labels', event.user ?? event.by_user),
			type: 'labels',
			added: types.has('label_added') ? names : [],
			removed: types.has('label_removed') ? names : [],
		});
	}
	return found;
}

/**
 * Merges consecutive label changes of one person within a short time into one entry. Keeps changes up to `seen` separate from
 * later ones, so that only the later ones are shown as new.
 */
export function mergeLabelChanges(all: readonly Activity[], seen = 0): Activity[] {
	const isNew = ({ ms }: Activity) => ms > seen;
	const result: Activity[] = [];
	for (const activity of all) {
		const last = result.at(-1);
		const continuesLast =
			activity.type === 'labels' &&
			last?.type === 'labels' &&
			activity.by !== null &&
			personKey(activity.by) === personKey(last.by) &&
			activity.ms - last.ms <= mergeMs &&
			isNew(activity) === isNew(last);
		if (!continuesLast) result.push(activity);
		else {
			const joined = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
			result[result.length - 1] = {
				...last,
				added: joined(last.added, activity.added),
				removed: joined(last.removed, activity.removed),
			};
		}
	}
	return result;
}
