import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { Retrier } from '../../base/retrier.ts';
import { ForgeError, isTransient } from '../../forge/errors.ts';
import { parseTime } from '../../forge/read.ts';
import type { Ticket, TicketEvent } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Situation } from '../../platform/page/situation.ts';
import type { TicketAccount } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import type { TicketPageHost } from './host.ts';
import type { Owner } from './owner.ts';

interface TicketLoaderOptions {
	readonly key: TicketKey;
	readonly tickets: Pick<TicketPageHost['tickets'], 'of' | 'onDidChange'>;
	readonly changed: () => void;
	/** Whether to read the ticket from the forge. False for a ticket that does not exist yet. */
	readonly exists: boolean;
	readonly owner: () => Owner | undefined;
}

/**
 * The ticket of a page as its account knows it now: first from the cache, then from the forge. Retries by itself if the
 * forge could not be reached, but never for a page that is not visible.
 */
export class TicketLoader implements Disposable {
	readonly #options: TicketLoaderOptions;
	readonly #lifetime = new Lifetime();
	readonly #retrier: Retrier;
	#account: TicketAccount | undefined;
	#trackerCache: TrackerCache | undefined;
	/** Ends what depends on the account as it is signed in now. */
	#session = new Lifetime();
	#failure: { readonly error: ForgeError; readonly since: number; readonly last: number } | undefined;
	#hasAnswer = false;
	/** The `updated` of the ticket when its events were last requested. */
	#requestedVersion: string | undefined;
	/** Whether to read the ticket again as soon as the page is visible. */
	#isDue = false;
	/** Aborted when the page is hidden. */
	#whileVisible = new AbortController();
	/** The number of reads in progress. */
	#readCount = 0;

	constructor(options: TicketLoaderOptions) {
		this.#options = options;
		this.#lifetime.add({ dispose: () => this.#session.dispose() });
		// Visibility does not matter here: `markOutdated` waits until the page is drawn, and only a visible page is drawn.
		this.#retrier = this.#lifetime.add(
			new Retrier({ isVisible: () => true, retry: () => this.markOutdated() }),
		);
		this.#lifetime.add(options.tickets.onDidChange(() => this.#updateAccount()));
		this.#updateAccount();
	}

	get account(): TicketAccount | undefined {
		return this.#account;
	}

	get trackerCache(): TrackerCache | undefined {
		return this.#trackerCache;
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
		if (!this.#options.exists || !discussion || discussion.value !== undefined) return false;
		return !this.#hasAnswer || this.#failure !== undefined;
	}

	situation(): Situation {
		const account = this.#account;
		if (!account) return { kind: 'signed-out', instance: this.#options.owner()?.instance ?? 'the forge' };
		if (!this.#failure) return this.#hasAnswer || this.ticket ? { kind: 'good' } : { kind: 'reading' };
		const { error, since } = this.#failure;
		if (error.kind === 'missing') return { kind: 'missing' };
		if (error.kind === 'signed-out') return { kind: 'signed-out', instance: account.instance.name };
		if (error.kind === 'offline' || error.kind === 'timeout') {
			const host = URL.parse(account.instance.trackers ?? '')?.host ?? account.instance.name;
			// A list may have brought a newer ticket, but not its events.
			return { kind: 'offline', host, since, asOf: this.#discussion?.asOf };
		}
		return { kind: 'failed', message: error.message };
	}

	async refresh(): Promise<void> {
		if (this.#trackerCache) await this.#load(this.#trackerCache);
	}

	/** The known data may be out of date. Reads it again at once if the page is visible, or else when it becomes visible. */
	markOutdated(): void {
		this.#isDue = true;
		this.#options.changed();
	}

	/** The page is being drawn, so it is visible. */
	didDraw(): void {
		if (!this.#isDue) return;
		this.#isDue = false;
		background(this.refresh());
	}

	/** The page was hidden. Cancels the reads in progress; they start again when the page is shown. */
	didHide(): void {
		if (this.#readCount === 0) return;
		this.#isDue = true;
		this.#whileVisible.abort();
		this.#whileVisible = new AbortController();
	}

	/** The page is visible again. */
	didShow(): void {
		this.#retrier.retryNow();
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
		if (account === this.#account) return;
		this.#session.dispose();
		this.#session = new Lifetime();
		this.#account = account;
		this.#trackerCache = account?.trackers.cache({ owner: key.owner, name: key.tracker }, this.#session);
		this.#failure = undefined;
		this.#hasAnswer = false;
		this.#requestedVersion = undefined;
		this.#retrier.reset();
		const trackerCache = this.#trackerCache;
		if (trackerCache) {
			this.#session.add(
				trackerCache.onDidChange((change) => {
					if (change.items === 'all' || change.items.size === 0 || change.items.has(key.ticket)) changed();
					this.#followList(trackerCache);
				}),
			);
			this.#session.add(trackerCache.onDidAnswer(() => this.#followList(trackerCache)));
			this.#session.add(trackerCache.events(key.ticket).onDidChange(changed));
			if (exists) background(this.#load(trackerCache));
		}
		changed();
	}

	/** Reads the ticket and its events in parallel, first from the disk, then from the forge. */
	async #load(trackerCache: TrackerCache): Promise<void> {
		const { ticket } = this.#options.key;
		const events = trackerCache.events(ticket);
		const signal = AbortSignal.any([this.#whileVisible.signal, this.#lifetime.signal]);
		this.#readCount += 1;
		try {
			await Promise.all([trackerCache.open(), events.open()]);
			this.#options.changed();
			if (trackerCache.labels.value === undefined) background(trackerCache.labels.refresh());
			await Promise.all([trackerCache.readWithEvents(ticket, signal), this.#readPermissions(signal)]);
			this.#recordOutcome(trackerCache, events.lastError);
		} catch (error) {
			if (signal.aborted || this.#isOutdated(trackerCache)) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#recordOutcome(trackerCache, error);
		} finally {
			this.#readCount -= 1;
		}
	}

	async #readPermissions(signal: AbortSignal): Promise<void> {
		await this.#account?.permissions.read(this.#options.key, signal);
	}

	#recordOutcome(trackerCache: TrackerCache, error: ForgeError | undefined): void {
		if (this.#isOutdated(trackerCache)) return;
		const now = Date.now();
		this.#failure = error && { error, since: this.#failure?.since ?? now, last: now };
		if (error && isTransient(error)) this.#retrier.schedule();
		else this.#retrier.reset();
		this.#hasAnswer = true;
		this.#requestedVersion = this.ticket?.updated;
		this.#options.changed();
	}

	/** Whether an answer is too late, because its account or its page is gone. */
	#isOutdated(trackerCache: TrackerCache): boolean {
		return this.#lifetime.ended || trackerCache !== this.#trackerCache;
	}

	/**
	 * Reads the events if a list shows that the ticket has changed, because lists have no events. Retries if the list
	 * shows that the forge can be reached again.
	 */
	#followList(trackerCache: TrackerCache): void {
		if (this.#failure && (trackerCache.asOf ?? 0) > this.#failure.last) this.#retrier.retryNow();
		const updated = this.ticket?.updated;
		if (!this.#hasAnswer || updated === undefined || updated === this.#requestedVersion) return;
		this.#requestedVersion = updated;
		const last = parseTime(this.events.at(-1)?.created) ?? 0;
		if (last < (parseTime(updated) ?? 0)) background(this.#readEvents(trackerCache));
	}

	async #readEvents(trackerCache: TrackerCache): Promise<void> {
		const events = trackerCache.events(this.#options.key.ticket);
		await events.refresh();
		if (events.lastError) this.#recordOutcome(trackerCache, events.lastError);
	}
}
