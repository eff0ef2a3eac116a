import { refOf, type TicketKey } from '../../platform/model/keys.ts';

/** Whether two keys name the same ticket for the same account. */
export const isSameTicket = (one: TicketKey, other: TicketKey): boolean =>
	one.account === other.account && refOf(one) === refOf(other);
