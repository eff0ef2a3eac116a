import type { Hint } from '../../../forge/webhooks/delivery.ts';
import type { TrackerCache } from '../tracker-cache.ts';
import { isReported, readTrackerCursor, versionOf } from '../tracker-cursor.ts';

/** Whether a delivery has nothing new: only what was reported before, or what the forge has answered to a change that was made here. */
export function isKnownDelivery(
	delivery: Hint,
	cache: Pick<TrackerCache, 'answersHere' | 'tickets'>,
	cursor: unknown,
): boolean {
	const reported = readTrackerCursor(cursor);
	if (!reported || delivery.kind !== 'event') return false;
	if (delivery.event === 'event:create') {
		const { id, ticket } = delivery.body;
		if (!ticket) return false;
		return cache.answersHere.get(ticket.id)?.events.has(id) || isReported(reported, ticket.id, { event: id });
	}
	if (delivery.event !== 'ticket:create' && delivery.event !== 'ticket:update') return false;
	const { id } = delivery.body;
	const version = versionOf(delivery.body);
	const known = cache.tickets.get(id);
	if (!known || versionOf(known) !== version) return false;
	const answered = cache.answersHere.get(id)?.ticket;
	return (answered && versionOf(answered) === version) || isReported(reported, id, { version });
}
