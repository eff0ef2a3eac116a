import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Caller } from '../../../src/sandbox/server/accounts.ts';
import type {
	SubscriptionRecord,
	TicketRecord,
	TrackerRecord,
} from '../../../src/sandbox/trackers/tracker-records.ts';
import { queryError } from '../server/errors.ts';
import { type Call, properties, type Resolvers } from '../server/resolvers.ts';
import { timestamp } from '../server/words.ts';
import { findTicket, type TicketArgs } from './ticket-mutations.ts';

const notSubscribed = () => queryError('You are not subscribed.', 'ERR_NOT_FOUND');

/** The fields of subscriptions. */
export function subscriptionFields({ trackers: { archive } }: GraphqlParts): Resolvers {
	const common = {
		...properties('id'),
		created: ({ created }: SubscriptionRecord) => timestamp(created),
	};
	const ticketAt = ({ tracker, ticket }: SubscriptionRecord) =>
		ticket === null ? undefined : archive.ticketAt({ tracker, number: ticket });
	return {
		TrackerSubscription: {
			...common,
			tracker: ({ tracker }: SubscriptionRecord) => archive.trackerById(tracker),
		},
		TicketSubscription: { ...common, ticket: ticketAt },
	};
}

/** Subscribing and unsubscribing. */
export function subscriptionMutations(parts: GraphqlParts): Resolvers[string] {
	const { archive, subscriptions } = parts.trackers;
	const remove = (caller: Caller, tracker: TrackerRecord, ticket?: TicketRecord): SubscriptionRecord => {
		const subscription = subscriptions.find(caller.account.name, tracker, ticket);
		if (!subscription) throw notSubscribed();
		subscriptions.remove(subscription);
		return subscription;
	};
	return {
		trackerSubscribe: (_: unknown, { trackerId }: { trackerId: number }, { caller }: Call) =>
			subscriptions.add(caller.account.name, findTracker(parts, trackerId, caller)),
		trackerUnsubscribe: (
			_: unknown,
			{ trackerId, tickets }: { trackerId: number; tickets: boolean },
			{ caller }: Call,
		) => {
			const tracker = findTracker(parts, trackerId, caller);
			const removed = remove(caller, tracker);
			const others = subscriptions.of(caller.account.name).filter((one) => one.tracker === tracker.id);
			if (tickets) subscriptions.remove(...others);
			return removed;
		},
		ticketSubscribe: (_: unknown, args: TicketArgs, { caller }: Call) => {
			const ticket = findTicket(parts, args, caller);
			return subscriptions.add(caller.account.name, archive.trackerOf(ticket), ticket);
		},
		ticketUnsubscribe: (_: unknown, args: TicketArgs, { caller }: Call) => {
			const ticket = findTicket(parts, args, caller);
			return remove(caller, archive.trackerOf(ticket), ticket);
		},
	};
}

/** The tracker, if the caller may see it. */
export function findTracker(
	{ trackers: { archive, authorizer } }: GraphqlParts,
	id: number,
	caller: Caller,
): TrackerRecord {
	const tracker = archive.trackerById(id);
	if (tracker && authorizer.access(tracker, caller).includes('browse')) return tracker;
	throw queryError('No such tracker', 'ERR_NOT_FOUND');
}
