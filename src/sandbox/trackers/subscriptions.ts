import type { Archive, Dated } from './archive.ts';
import type { SubscriptionRecord, TicketRecord, TrackerRecord } from './tracker-records.ts';

/** What users are subscribed to: whole trackers, and single tickets. Only GraphQL shows it. */
export class Subscriptions {
	readonly #archive: Archive;

	constructor(archive: Archive) {
		this.#archive = archive;
	}

	/** Oldest first, without those of trackers and tickets that no longer exist. */
	of(account: string): readonly SubscriptionRecord[] {
		return this.#archive.subscriptions.filter(
			({ account: owner, tracker, ticket }) =>
				owner === account &&
				this.#archive.trackerById(tracker) !== undefined &&
				(ticket === null || this.#archive.ticketAt({ tracker, number: ticket }) !== undefined),
		);
	}

	/** The subscription of an account to a tracker or, if it is given, to a ticket of it. */
	find(account: string, tracker: TrackerRecord, ticket?: TicketRecord): SubscriptionRecord | undefined {
		const number = ticket?.number ?? null;
		return this.of(account).find((one) => one.tracker === tracker.id && one.ticket === number);
	}

	/** Subscribes an account. Returns the subscription that it has already, if there is one. */
	add(account: string, tracker: TrackerRecord, ticket?: TicketRecord, dated: Dated = {}): SubscriptionRecord {
		const existing = this.find(account, tracker, ticket);
		if (existing) return existing;
		const subscription = {
			id: this.#archive.nextId('subscription'),
			created: this.#archive.moment(dated),
			account,
			tracker: tracker.id,
			ticket: ticket?.number ?? null,
		};
		this.#archive.subscriptions = [...this.#archive.subscriptions, subscription];
		this.#archive.changed();
		return subscription;
	}

	remove(...removed: readonly SubscriptionRecord[]): void {
		this.#archive.subscriptions = this.#archive.subscriptions.filter(
			(subscription) => !removed.includes(subscription),
		);
		this.#archive.changed();
	}
}
