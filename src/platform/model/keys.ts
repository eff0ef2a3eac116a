/** Identifies a ticket, as seen by an account. */
export interface TicketKey {
	/** The id of the account's session. */
	readonly account: string;
	/** The owner of the tracker, with the tilde. */
	readonly owner: string;
	readonly tracker: string;
	readonly ticket: number;
}

/** Identifies a tracker, as seen by an account. */
export type TrackerKey = Omit<TicketKey, 'ticket'>;

/** The full reference to a ticket: `~ana/editor#42`. */
export const refOf = ({ owner, tracker, ticket }: Omit<TicketKey, 'account'>): string =>
	`${owner}/${tracker}#${ticket}`;
