import type { Push } from '../shapes/repositories.ts';
import type { Ticket } from '../shapes/trackers.ts';
import type { Received } from './delivery.ts';

/**
 * All that is used of a delivery: which item to read, and facts that show whether its change is known already. What the user sees is read from
 * the forge, except who has pushed, which no other answer says.
 */
export interface DeliveryFacts {
	/** Whether the forge has signed it. If not, its ids may be anyone's. */
	readonly isVerified: boolean;
	/** The tracker or list that the delivery is about. Undefined if it names none, such as a delivery to the hooks of a repository. */
	readonly item?: { readonly owner: string; readonly name: string } | undefined;
	/** The number of the ticket that it is about. */
	readonly ticket?: number | undefined;
	/** The ticket as it was delivered. */
	readonly version?: Ticket | undefined;
	/** Whether the ticket was created. */
	readonly isCreation?: boolean | undefined;
	/** The ids of an event of a ticket, of a mail and of a patchset. */
	readonly event?: number | undefined;
	readonly mail?: number | undefined;
	readonly patchset?: number | undefined;
	/** Only of a delivery that the forge has signed. */
	readonly push?: Push | undefined;
}

interface OwnedItem {
	readonly owner: { readonly canonical_name: string };
	readonly name: string;
}

const itemOf = (found: OwnedItem | null | undefined): DeliveryFacts['item'] =>
	found ? { owner: found.owner.canonical_name, name: found.name } : undefined;

export function factsOf({ delivery, isVerified }: Received): DeliveryFacts {
	if (delivery.kind !== 'event') return { isVerified };
	switch (delivery.event) {
		case 'event:create': {
			const { id, ticket } = delivery.body;
			return { isVerified, item: itemOf(ticket?.tracker), ticket: ticket?.id, event: id };
		}
		case 'ticket:create':
		case 'ticket:update': {
			const { body, event } = delivery;
			const isCreation = event === 'ticket:create';
			return { isVerified, item: itemOf(body.tracker), ticket: body.id, version: body, isCreation };
		}
		// In GraphQL, a mail that the user has sent has the same event as any other of the list.
		case 'email:received':
		case 'post:received':
			return { isVerified, item: itemOf(delivery.body.list), mail: delivery.body.id };
		case 'patchset:received':
			return { isVerified, patchset: delivery.body.id };
		case 'repo:post-update':
			return { isVerified, push: isVerified ? delivery.body : undefined };
		default:
			return { isVerified };
	}
}
