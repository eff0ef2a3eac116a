import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { ForgeError } from '../../forge/contract/errors.ts';
import { parseTime } from '../../forge/contract/read.ts';
import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { PageReads } from '../../platform/page/page-reads.ts';
import type { PageStatus } from '../../platform/page/page-status.ts';
import { whyEnded } from '../../platform/state/session-ending.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import type { TicketPageHost } from './host.ts';
import type { Owner } from './owner.ts';

interface TicketLoaderOptions {
	readonly key: TicketKey;
	readonly tickets: Pick<TicketPageHost['tickets'], 'of' | 'endedAccount' | 'endedSession' | 'onDidChange'>;
	readonly changed: () => void;
	/** Whether to read the ticket from the forge. False for a ticket that does not exist yet. */
	readonly exists: boolean;
	readonly owner: () => Owner | undefined;
}

/** The ticket of a page as its account knows it now: first from the cache, then from the forge. */
export class TicketLoader implements Disposable {
	readonly #options: TicketLoaderOptions;
	readonly #lifetime = new Lifetime();
	readonly #reads: PageReads;
	#account: TicketAccount | undefined;
	#source: TicketAccount | undefined;
	#trackerCache: TrackerCache | undefined;
	/** Ends what depends on `#source`. */
	#session = new Lifetime();
	/** The `updated` of the ticket when its events were last requested. */
	#requestedVersion: string | undefined;

	constructor(options: TicketLoaderOptions) {
		this.#options = options;
		this.#lifetime.add({ dispose: () => this.#session.dispose() });
		this.#reads = this.#lifetime.add(
			new PageReads({
				open: () => this.#open(),
				read: (signal) => this.#read(signal),
				isComplete: () => this.ticket !== undefined && !this.isReading,
				didRead: () => {
					this.#requestedVersion = this.ticket?.updated;
					options.changed();
				},
				changed: options.changed,
			}),
		);
		this.#lifetime.add(options.tickets.onDidChange(() => this.#updateAccount()));
		this.#updateAccount();
	}

	/** The account, if it is signed in. */
	get account(): TicketAccount | undefined {
		return this.#account;
	}

	/** The account that has read what the page shows. If its session has ended without the user signing out, the page shows what is known and stored. */
	get source(): TicketAccount | undefined {
		return this.#source;
	}

	get trackerCache(): TrackerCache | undefined {
		return this.#trackerCache;
	}

	/** Resolves when the stored data was read. */
	get opened(): Promise<void> {
		return this.#source && this.#options.exists ? this.#reads.opened : Promise.resolve();
	}

	get ticket(): Ticket | undefined {
		return this.#trackerCache?.tickets.get(this.#options.key.ticket);
	}

	get events(): readonly TicketEvent[] {
		return this.#discussion?.value ?? [];
	}

	/** Whether the events were never read, and are being read or will be requested again. */
	get isReading(): boolean {
		const discussion = this.#discussion;
		if (!this.#options.exists || !this.#account || !discussion || discussion.value !== undefined)
			return false;
		return !this.#reads.hasAnswer || this.#reads.failure !== undefined;
	}

	/** Whether the forge has answered, so that an event that is not known does not exist. */
	get isUpToDate(): boolean {
		return this.#reads.hasAnswer && this.#reads.failure === undefined;
	}

	pageStatus(): PageStatus {
		const account = this.#account;
		if (!account) {
			const { key, owner, tickets } = this.#options;
			const ended = tickets.endedSession(key.account);
			const instance = owner()?.instance ?? 'the forge';
			return { kind: 'signed-out', instance, ...(ended && { why: whyEnded(ended) }) };
		}
		const { name: instance, trackers: address } = account.instance;
		return this.#reads.pageStatus({
			instance,
			address,
			isKnown: this.ticket !== undefined,
			// A list may have brought a newer ticket, but not its events.
			asOf: this.#discussion?.asOf,
		});
	}

	async refresh(): Promise<void> {
		if (this.#account) await this.#reads.read();
	}

	/** The page is being drawn, so it is visible. */
	didDraw(): void {
		this.#reads.didDraw();
	}

	/** The page was hidden. Cancels the reads in progress; they start again when the page is shown. */
	didHide(): void {
		this.#reads.didHide();
	}

	/** The page is visible again. */
	didShow(): void {
		this.#reads.retryNow();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #discussion() {
		return this.#trackerCache?.events(this.#options.key.ticket);
	}

	/** Switches to the account as it is now: signed in, with another connection, or gone. */
	#updateAccount(): void {
		const { key, tickets, changed, exists } = this.#options;
		const account = tickets.of(key.account);
		const source = account ?? tickets.endedAccount(key.account);
		if (account === this.#account && source === this.#source) return;
		this.#account = account;
		if (source !== this.#source) this.#hold(source);
		this.#reads.reset();
		this.#requestedVersion = undefined;
		if (account && exists) background(this.#reads.read());
		else if (source && exists) background(this.#reads.readStored());
		changed();
	}

	#hold(source: TicketAccount | undefined): void {
		const { key, changed } = this.#options;
		this.#session.dispose();
		this.#session = new Lifetime();
		this.#source = source;
		this.#trackerCache = source?.trackers.cache({ owner: key.owner, name: key.tracker }, this.#session);
		const trackerCache = this.#trackerCache;
		if (!trackerCache) return;
		this.#session.add(
			trackerCache.onDidChange((change) => {
				if (change.items === 'all' || change.items.size === 0 || change.items.has(key.ticket)) changed();
				this.#followList(trackerCache);
			}),
		);
		this.#session.add(trackerCache.onDidAnswer(() => this.#followList(trackerCache)));
		this.#session.add(trackerCache.events(key.ticket).onDidChange(changed));
	}

	/** Reads what is stored of the ticket and its events. */
	async #open(): Promise<void> {
		await Promise.all([this.#trackerCache?.open(), this.#discussion?.open()]);
	}

	/** Reads the ticket and its events in parallel. */
	async #read(signal: AbortSignal): Promise<ForgeError | undefined> {
		const trackerCache = this.#trackerCache;
		if (!trackerCache) return undefined;
		const { ticket } = this.#options.key;
		const events = trackerCache.events(ticket);
		if (trackerCache.labels.value === undefined) background(trackerCache.labels.refresh());
		await Promise.all([trackerCache.readWithEvents(ticket, signal), this.#readPermissions(signal)]);
		return events.lastError;
	}

	async #readPermissions(signal: AbortSignal): Promise<void> {
		await this.#account?.permissions.read(this.#options.key, signal);
	}

	/**
	 * Reads the events if a list shows that the ticket has changed, because lists have no events. Retries if the list
	 * shows that the forge can be reached again.
	 */
	#followList(trackerCache: TrackerCache): void {
		const { failure, hasAnswer } = this.#reads;
		if (failure && (trackerCache.asOf ?? 0) > failure.last) this.#reads.retryNow();
		const updated = this.ticket?.updated;
		if (!hasAnswer || updated === undefined || updated === this.#requestedVersion) return;
		this.#requestedVersion = updated;
		const last = parseTime(this.events.at(-1)?.created) ?? 0;
		if (last < (parseTime(updated) ?? 0)) background(this.#readEvents(trackerCache));
	}

	async #readEvents(trackerCache: TrackerCache): Promise<void> {
		const events = trackerCache.events(this.#options.key.ticket);
		await events.refresh();
		if (events.lastError && trackerCache === this.#trackerCache) this.#reads.record(events.lastError);
	}
}
