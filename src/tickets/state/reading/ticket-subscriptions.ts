import type { Disposable } from '../../../base/disposable.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Client } from '../../../forge/client/connect.ts';
import type { trackerExtraRows, trackerRows } from '../../../forge/rows/trackers.ts';
import type { OpenedTicket, OpenedTracker, Ticket } from '../../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../../platform/model/keys.ts';
import { readTicket } from './read-ticket.ts';

/** Reads a ticket and its newest events with one request, which all callers share. Undefined if that is not possible. */
export type OpenTicket = () => Promise<OpenedTicket | undefined>;

/** How long an answer about the subscription to the tracker counts. The user may subscribe elsewhere, which regular reads do not show. */
const validMs = 5 * 60_000;

/** Reads tickets, and remembers whether the user is subscribed to them and to their tracker, if the forge says so. */
export class TicketSubscriptions {
	readonly #client: Client<typeof trackerRows>;
	readonly #extras: Client<typeof trackerExtraRows> | undefined;
	readonly #changed: () => void;
	readonly #lifetime: Lifetime;
	readonly #known = new Map<number | 'tracker', boolean | null>();
	/** How often the user has subscribed or unsubscribed. */
	#changeCount = 0;
	#expiry: Disposable | undefined;

	/** `extras` is undefined in REST, which has no such subscriptions. */
	constructor(
		client: Client<typeof trackerRows>,
		extras: Client<typeof trackerExtraRows> | undefined,
		changed: () => void,
		lifetime: Lifetime,
	) {
		this.#client = client;
		this.#extras = extras;
		this.#changed = changed;
		this.#lifetime = lifetime;
	}

	/** Null if the forge does not say. Undefined if it was not asked, or not for a while. */
	of(what: number | 'tracker'): boolean | null | undefined {
		return this.#known.get(what);
	}

	/** The user has subscribed or unsubscribed. */
	didChange(what: number | 'tracker', isSubscribed: boolean): void {
		this.#changeCount += 1;
		this.#set(what, isSubscribed);
	}

	/** Reads a ticket: from the answer of `open` if there is one, else by itself. */
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

	/** Returns the answer of a request that was just sent for the tracker, and remembers whether the user is subscribed to it. */
	async learnFrom(request: Promise<OpenedTracker | undefined>): Promise<OpenedTracker | undefined> {
		const before = this.#changeCount;
		const opened = await request;
		if (opened && before === this.#changeCount) this.#set('tracker', opened.isSubscribed);
		return opened;
	}

	#set(what: number | 'tracker', isSubscribed: boolean | null): void {
		const known = this.#known.get(what);
		if (what === 'tracker') this.#expireLater();
		// What the user has changed here is known, also if the forge does not say.
		if (known === isSubscribed || (isSubscribed === null && known !== undefined)) return;
		this.#known.set(what, isSubscribed);
		this.#changed();
	}

	#expireLater(): void {
		this.#expiry?.dispose();
		this.#expiry = this.#lifetime.timeout(() => {
			this.#known.delete('tracker');
			this.#changed();
		}, validMs);
	}
}
