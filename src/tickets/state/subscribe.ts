import { Lifetime } from '../../base/lifetime.ts';
import type { Client } from '../../forge/client/connect.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { trackerExtraRows } from '../../forge/rows/trackers.ts';
import { isTicketKey, type TicketKey, type TrackerKey } from '../../platform/model/keys.ts';
import type { Tickets } from './tickets.ts';

/** Subscribes to a ticket or tracker, or ends the subscription. The forge mails subscribers what happens there. */
export async function setSubscribed(
	tickets: Tickets,
	key: TicketKey | TrackerKey,
	isSubscribed: boolean,
): Promise<void> {
	const extras = tickets.of(key.account)?.connection.trackerExtras;
	if (!extras) throw new ForgeError('refused', 'On this forge, you can only subscribe in the browser.');
	if (!isTicketKey(key)) return setTrackerSubscribed(extras, key, isSubscribed);
	const { owner, tracker, ticket } = key;
	const path = { owner, tracker, ticket };
	await (isSubscribed ? extras.subscribeToTicket(path) : extras.unsubscribeFromTicket(path));
	const lifetime = new Lifetime();
	tickets.trackerCache(key, lifetime)?.subscriptions.didChange(ticket, isSubscribed);
	lifetime.dispose();
}

function setTrackerSubscribed(
	extras: Client<typeof trackerExtraRows>,
	{ owner, tracker }: TrackerKey,
	isSubscribed: boolean,
): Promise<void> {
	const path = { owner, tracker };
	return isSubscribed ? extras.subscribeToTracker(path) : extras.unsubscribeFromTracker(path);
}
