import type { Client } from '../../../forge/client/connect.ts';
import type { trackerExtraRows, trackerRows } from '../../../forge/rows/trackers.ts';
import type { OpenedTicket, Ticket } from '../../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../../platform/model/keys.ts';
import { readTicket } from './read-ticket.ts';

/** Reads a ticket and its newest events with one request, which all callers share. Undefined if that is not possible. */
export type OpenTicket = () => Promise<OpenedTicket | undefined>;

/** Reads tickets, and remembers to which of them the user is subscribed, if the forge says so. */
export class TicketSubscriptions {
	readonly #client: Client<typeof trackerRows>;
	readonly #extras: Client<typeof trackerExtraRows> | undefined;
	readonly #changed: () => void;
	readonly #known = new Map<number, boolean | null>();
	/** How often the user has subscribed or unsubscribed. */
	#changeCount = 0;

	/** `extras` is undefined in REST, which has no such subscriptions. */
	constructor(
		client: Client<typeof trackerRows>,
		extras: Client<typeof trackerExtraRows> | undefined,
		changed: () => void,
	) {
		this.#client = client;
		this.#extras = extras;
		this.#changed = changed;
	}

	/** Null if the forge does not say. Undefined if it was not asked. */
	of(ticket: number): boolean | null | undefined {
		return this.#known.get(ticket);
	}

	/** The user has subscribed or unsubscribed. */
	didChange(ticket: number, isSubscribed: boolean): void {
		this.#changeCount += 1;
		this.#set(ticket, isSubscribed);
	}

	/** Reads a ticket, with what `open` returns if it can. */
	async read(path: Omit<TicketKey, 'account'>, signal: AbortSignal, open?: OpenTicket): Promise<Ticket> {
		if (!this.#extras) return readTicket(this.#client, path, signal);
		const { ticketWithSubscription } = this.#extras;
		const { events } = this.#client;
		const before = this.#changeCount;
		const opened = open && (await open());
		const found =
			opened?.ticket ?? (await readTicket({ ticket: ticketWithSubscription, events }, path, signal));
		const { isSubscribed, ...ticket } = found;
		// The answer to an earlier request does not undo what the user has changed.
		if (before === this.#changeCount) this.#set(path.ticket, isSubscribed);
		return ticket;
	}

	#set(ticket: number, isSubscribed: boolean | null): void {
		const known = this.#known.get(ticket);
		// What the user has changed here is known, also if the forge does not say.
		if (known === isSubscribed || (isSubscribed === null && known !== undefined)) return;
		this.#known.set(ticket, isSubscribed);
		this.#changed();
	}
}
