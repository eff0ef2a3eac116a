import { background } from '../../base/background.ts';
import type { OpenedTicket, Ticket } from '../../forge/shapes/trackers.ts';
import { unlessRefused } from '../../platform/state/unless-refused.ts';
import type { TicketAccount } from './ticket-account.ts';
import type { TrackerCache } from './tracker-cache.ts';

/**
 * Reads what the page of a ticket shows: the ticket, its events and, unless they are known, the permissions and the labels of its tracker.
 * In GraphQL, this takes one request. Fails with a `ForgeError` if the ticket cannot be read.
 */
export async function openTicket(
	{ connection: { trackerExtras }, permissions }: TicketAccount,
	cache: TrackerCache,
	ticket: number,
	signal: AbortSignal,
): Promise<Ticket> {
	const { key, labels } = cache;
	if (!trackerExtras) {
		if (labels.value === undefined) background(labels.refresh());
		const [read] = await Promise.all([cache.readWithEvents(ticket, signal), permissions.read(key, signal)]);
		return read;
	}
	const { owner, tracker } = key;
	let request: Promise<OpenedTicket | undefined> | undefined;
	const open = () =>
		(request ??= unlessRefused(trackerExtras.openTicket({ owner, tracker, ticket }, { signal })));
	const read = await cache.readWithEvents(ticket, signal, open);
	const opened = await request;
	if (opened?.labels?.next === null && !labels.isReading) labels.put(opened.labels.rows);
	else if (labels.value === undefined) background(labels.refresh());
	if (opened) permissions.put(key, opened.tracker);
	else await permissions.read(key, signal);
	return read;
}
