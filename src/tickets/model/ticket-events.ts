import { moment } from '../../forge/read.ts';
import type { Participant } from '../../forge/shapes/people.ts';
import type { TicketEvent } from '../../forge/shapes/trackers.ts';
import { personKey } from '../../platform/model/words.ts';

/** Label changes of one person within this time are one entry. */
const togetherMs = 60_000;

interface Placed {
	readonly event: TicketEvent;
	readonly ms: number;
}

/** Each event once, in its last known version, by time and then by id. An event without a date stays beside its neighbour. */
export function inOrder(events: readonly TicketEvent[]): Placed[] {
	const once = [...new Map(events.map((event) => [event.id, event])).values()];
	let last = 0;
	const placed = once
		.sort((a, b) => a.id - b.id)
		.map((event) => {
			last = moment(event.created) ?? last;
			return { event, ms: last };
		});
	return placed.sort((a, b) => a.ms - b.ms);
}

interface Fact {
	readonly id: string;
	readonly event: TicketEvent;
	readonly ms: number;
	/** The person who did it. */
	readonly by: Participant | null;
}

/** One fact of an event; an event may have several. */
export type Happening =
	| (Fact & { readonly type: 'comment'; readonly text: string })
	| (Fact & {
			readonly type: 'labels';
			readonly added: readonly string[];
			readonly removed: readonly string[];
	  })
	| (Fact & { readonly type: 'change'; readonly word: string });

/** In events of these types, `user` is the person or thing concerned, and `by_user` is the person who did it. */
export const byOther = new Set<string>([
	'assigned_user',
	'unassigned_user',
	'user_mentioned',
	'ticket_mentioned',
]);
const labelTypes = new Set<string>(['label_added', 'label_removed']);

export function happenings({ event, ms }: Placed): Happening[] {
	const types = new Set<string>(event.event_type);
	// The description already shows that the ticket was created.
	if (types.delete('created') && types.size === 0) return [];
	if (types.size === 0) types.add(event.comment ? 'comment' : 'changed');
	const words = [...types].filter((type) => type !== 'comment' && !labelTypes.has(type));
	const fact = (word: string, by = event.user): Fact => ({
		id: word === 'comment' ? `${event.id}` : `${event.id}:${word.slice(0, 40)}`,
		event,
		ms,
		by,
	});
	const found: Happening[] = [];
	if (types.has('comment')) {
		const by = event.comment?.submitter ?? event.user;
		const text = event.comment?.text;
		found.push(
			text === undefined
				? { ...fact('comment', by), type: 'change', word: 'comment' }
				: { ...fact('comment', by), type: 'comment', text },
		);
	}
	for (const word of words) {
		const by = byOther.has(word) ? event.by_user : (event.user ?? event.by_user);
		found.push({ ...fact(word, by), type: 'change', word });
	}
	if ([...labelTypes].some((type) => types.has(type))) {
		const names = event.label ?? [];
		found.push({
			...fact('labels', event.user ?? event.by_user),
			type: 'labels',
			added: types.has('label_added') ? names : [],
			removed: types.has('label_removed') ? names : [],
		});
	}
	return found;
}

/**
 * Merges consecutive label changes of one person within a short time into one entry, but never a change up to `seen` with a
 * later one.
 */
export function withLabelsTogether(all: readonly Happening[], seen = 0): Happening[] {
	const result: Happening[] = [];
	for (const happening of all) {
		const last = result.at(-1);
		const isOne =
			happening.type === 'labels' &&
			last?.type === 'labels' &&
			happening.by !== null &&
			personKey(happening.by) === personKey(last.by) &&
			happening.ms - last.ms <= togetherMs &&
			happening.ms > seen === last.ms > seen;
		if (!isOne) result.push(happening);
		else {
			const joined = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
			result[result.length - 1] = {
				...last,
				added: joined(last.added, happening.added),
				removed: joined(last.removed, happening.removed),
			};
		}
	}
	return result;
}
