import { background } from '../../base/background.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import { type ForgeError, isFinal } from '../../forge/contract/errors.ts';
import { parseTime } from '../../forge/contract/read.ts';
import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { PageLoader } from '../../platform/page/page-loader.ts';
import { openTicket } from '../state/open-ticket.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { Tickets } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import { trackTicketOwner } from './owner.ts';

/** Loads a ticket and its events for its page. */
export class TicketLoader extends PageLoader<TicketAccount> {
	protected readonly area = 'trackers';
	readonly #key: TicketKey;
	readonly #exists: boolean;
	#trackerCache: TrackerCache | undefined;
	/** The `updated` of the ticket for which `#followTicket` need not request the events again: they were requested, or a retry will do so. */
	#followedVersion: string | undefined;
	/** The `updated` of the ticket whose events the forge does not return. */
	#unreadableVersion: string | undefined;

	/** `exists` is false for a ticket that does not exist yet, of which nothing is read. */
	constructor(key: TicketKey, tickets: Tickets, changed: () => void, exists: boolean) {
		super(key.account, tickets, changed, trackTicketOwner(key.account, tickets));
		this.#key = key;
		this.#exists = exists;
		this.start();
	}

	get trackerCache(): TrackerCache | undefined {
		return this.#trackerCache;
	}

	get ticket(): Ticket | undefined {
		return this.#trackerCache?.tickets.get(this.#key.ticket);
	}

	get events(): readonly TicketEvent[] {
		return this.#discussion?.value ?? [];
	}

	/** The time up to which the page shows what has happened. */
	get readUpTo(): string | undefined {
		const read = this.#trackerCache?.discussions.readUpTo(this.#key.ticket);
		return isAsLate(read, this.#unreadableVersion) ? read : this.#unreadableVersion;
	}

	/** Whether the events were never read, and are being read or will be requested again. */
	get isReading(): boolean {
		const discussion = this.#discussion;
		if (!this.#exists || !this.account || !discussion || discussion.value !== undefined) return false;
		return !this.isUpToDate;
	}

	/** Whether the forge has answered, so that an event that is not known does not exist. */
	get isUpToDate(): boolean {
		return this.reads.hasAnswer && this.reads.failure === undefined;
	}

	protected override get isReadable(): boolean {
		return this.#exists;
	}

	protected get isKnown(): boolean {
		return this.ticket !== undefined;
	}

	protected get wasStored(): boolean {
		return this.ticket !== undefined && !this.isReading;
	}

	/** A list may have brought a newer ticket, but not its events. */
	protected get asOf(): number | undefined {
		return this.#discussion?.asOf;
	}

	get #discussion() {
		return this.#trackerCache?.discussions.of(this.#key.ticket);
	}

	protected setSource(source: TicketAccount | undefined, lifetime: Lifetime): void {
		const { owner, tracker, ticket } = this.#key;
		const trackerCache = source?.trackers.cache({ owner, name: tracker }, lifetime);
		this.#trackerCache = trackerCache;
		if (!trackerCache) return;
		lifetime.add(
			trackerCache.onDidChange(({ items }) => {
				if (items === 'all' || items.size === 0 || items.has(ticket)) this.changed();
				this.#followList(trackerCache);
			}),
		);
		lifetime.add(trackerCache.list.onDidAnswer(() => this.#followList(trackerCache)));
		lifetime.add(trackerCache.discussions.of(ticket).onDidChange(this.changed));
	}

	protected async readStored(): Promise<void> {
		await Promise.all([this.#trackerCache?.open(), this.#discussion?.open()]);
	}

	protected async readForge(signal: AbortSignal): Promise<ForgeError | undefined> {
		const trackerCache = this.#trackerCache;
		const { account } = this;
		if (!trackerCache || !account) return undefined;
		const { ticket } = this.#key;
		const { updated } = await openTicket(account, trackerCache, ticket, signal);
		const { lastError } = trackerCache.discussions.of(ticket);
		// If the events were answered first or requested earlier, they may belong to an older version.
		if (!lastError && isAsLate(this.readUpTo, updated)) this.#followedVersion = updated;
		return lastError;
	}

	protected override didRead(): void {
		const { failure } = this.reads;
		// The retry reads the events.
		if (failure) this.#followedVersion = this.ticket?.updated;
		// Another attempt would not show more.
		if (failure && isFinal(failure.error)) this.#unreadableVersion = this.#followedVersion;
		this.changed();
		this.#followTicket();
	}

	/** Retries if the list shows that the forge can be reached again. */
	#followList({ asOf = 0 }: TrackerCache): void {
		const { failure } = this.reads;
		if (failure && asOf > failure.last) this.reads.retryNow();
		this.#followTicket();
	}

	/** Reads the events if the ticket has changed since they were requested, because lists have no events. */
	#followTicket(): void {
		const trackerCache = this.#trackerCache;
		const updated = this.ticket?.updated;
		if (!this.reads.hasAnswer || !trackerCache || updated === undefined) return;
		if (updated === this.#followedVersion) return;
		this.#followedVersion = updated;
		background(this.#readEvents(trackerCache, updated));
	}

	async #readEvents(trackerCache: TrackerCache, updated: string): Promise<void> {
		const events = trackerCache.discussions.of(this.#key.ticket);
		// A read that is under way may have begun before the change.
		if (events.isReading) await events.refresh();
		if (isAsLate(this.readUpTo, updated)) return;
		await events.refresh();
		if (trackerCache !== this.#trackerCache) return;
		if (events.lastError) this.reads.record(events.lastError);
	}
}

const isAsLate = (time: string | undefined, as: string | undefined): boolean =>
	(parseTime(time) ?? 0) >= (parseTime(as) ?? 0);
