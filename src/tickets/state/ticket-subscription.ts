import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
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
	const { owner, tracker } = key;
	const ticket = isTicketKey(key) ? key.ticket : undefined;
	if (ticket === undefined)
		await (isSubscribed ? extras.subscribeToTracker : extras.unsubscribeFromTracker)({ owner, tracker });
	else
		await (isSubscribed ? extras.subscribeToTicket : extras.unsubscribeFromTicket)({
			owner,
			tracker,
			ticket,
		});
	const lifetime = new Lifetime();
	tickets.trackerCache(key, lifetime)?.subscriptions.didChange(ticket ?? 'tracker', isSubscribed);
	lifetime.dispose();
}
