/** Names one ticket: of which account's view of a forge, in whose tracker, and its number. */
export interface TicketKey {
	/** The id of the session by which it is seen. */
	readonly account: string;
	/** Whose tracker it is, with the tilde. */
	readonly owner: string;
	readonly tracker: string;
	readonly ticket: number;
}

/** A tracker, seen by an account. */
export type TrackerKey = Omit<TicketKey, 'ticket'>;

/** How a ticket is written where everybody understands it: `~ana/editor#42`. */
export const refOf = ({ owner, tracker, ticket }: Omit<TicketKey, 'account'>): string =>
	`${owner}/${tracker}#${ticket}`;
