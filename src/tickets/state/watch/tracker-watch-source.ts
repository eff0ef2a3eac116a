import type { Log } from '../../../base/log/log.ts';
import type { Hint, Received } from '../../../forge/webhooks/delivery.ts';
import type { ItemName } from '../../../platform/model/item-name.ts';
import { ItemWatchSource } from '../../../platform/state/item-watch-source.ts';
import type { Tickets } from '../tickets.ts';
import type { DeliveredNews } from '../tracker-cursor.ts';
import { checkTrackers, maxChecked } from './check-trackers.ts';
import { isKnownDelivery } from './is-known-delivery.ts';
import { watchTracker } from './watch-tracker.ts';

/** In the names of the resources. */
export const trackerKind = 'tracker';

/** The trackers of all accounts, for the inbox. */
export const createTrackerWatchSource = (source: Tickets, log: Log) =>
	new ItemWatchSource({
		kind: trackerKind,
		hookTargets: {
			all: { family: 'trackersUser', params: {} },
			of: ({ owner, name }) => ({ family: 'tracker', params: { owner, tracker: name } }),
		},
		source,
		itemsOf: ({ trackers }) => trackers,
		serverOf: ({ instance }) => instance.trackers ?? instance.name,
		itemIn: trackerIn,
		// In REST, each tracker is read by itself.
		checkOf: ({ connection: { trackerExtras } }) =>
			trackerExtras && {
				most: maxChecked,
				run: (caches, signal) => checkTrackers(caches, trackerExtras, signal),
			},
		isKnown: ({ delivery }, cache, cursor) => isKnownDelivery(delivery, cache, cursor),
		read: ({ account, cache, cursor, deliveries, cause, signal }) =>
			watchTracker({
				cache,
				cursor,
				delivered: deliveredIn(deliveries),
				cause,
				me: account.session.account,
				signal,
				log,
				named: [...new Set(deliveries.flatMap(ticketsOf))],
				// Those that name no ticket may tell of labels.
				...(deliveries.some((one) => ticketsOf(one).length === 0) && { readsLabels: true }),
			}),
	});

function trackerIn(delivery: Hint): ItemName | undefined {
	if (delivery.kind !== 'event') return undefined;
	const { event, body } = delivery;
	const isOfTicket = event === 'ticket:create' || event === 'ticket:update';
	const tracker = event === 'event:create' ? body.ticket?.tracker : isOfTicket ? body.tracker : undefined;
	return tracker ? { owner: tracker.owner.canonical_name, name: tracker.name } : undefined;
}

/** The tickets and events that deliveries tell of. A number is used only if the forge has signed it. */
function deliveredIn(deliveries: readonly Received[]): DeliveredNews {
	const idsOf = (event: 'ticket:create' | 'event:create') =>
		deliveries.flatMap(({ delivery, isVerified }) =>
			isVerified && delivery.kind === 'event' && delivery.event === event ? [delivery.body.id] : [],
		);
	return { tickets: idsOf('ticket:create'), events: idsOf('event:create') };
}

/** The numbers of the tickets that a delivery is about. */
function ticketsOf({ delivery }: Received): readonly number[] {
	if (delivery.kind !== 'event') return [];
	if (delivery.event === 'event:create') return delivery.body.ticket ? [delivery.body.ticket.id] : [];
	const isOfTicket = delivery.event === 'ticket:create' || delivery.event === 'ticket:update';
	return isOfTicket ? [delivery.body.id] : [];
}
