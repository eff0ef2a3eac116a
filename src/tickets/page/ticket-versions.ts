import type { Ticket } from '../../forge/shapes/trackers.ts';

/** How many are kept. */
const maxVersions = 50;

/** The ticket as its page has shown it, by version. A change is based on the version that the user saw. */
export class TicketVersions {
	readonly #shown = new Map<string, Ticket>();

	/** The page shows the ticket like this. */
	add(ticket: Ticket): void {
		this.#shown.set(ticket.updated, ticket);
		const [oldest] = this.#shown.keys();
		if (this.#shown.size > maxVersions && oldest !== undefined) this.#shown.delete(oldest);
	}

	/** Undefined if the page has not shown it, or has shown many others since. */
	get(version: string): Ticket | undefined {
		return this.#shown.get(version);
	}
}
