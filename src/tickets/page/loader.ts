import { AskingAgain } from '../../base/asking-again.ts';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError, isPassing } from '../../forge/errors.ts';
import { moment } from '../../forge/read.ts';
import type { Event, Ticket } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Situation } from '../../platform/page/situation.ts';
import type { TicketAccount } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import type { TicketPageHost } from './host.ts';
import type { Owner } from './owner.ts';

interface TicketReadingOptions {
	readonly key: TicketKey;
	readonly tickets: Pick<TicketPageHost['tickets'], 'of' | 'onDidChange'>;
	readonly changed: () => void;
	/** Whether to read the ticket from the forge. False for a ticket that does not exist yet. */
	readonly looks: boolean;
	readonly owner: () => Owner | undefined;
}

/**
 * The ticket of a page as its account knows it now: first from the cache, then from the forge. Retries by itself if the
 * forge could not be reached, but never for a page that is not visible.
 */
export class TicketReading implements Disposable {
	readonly #options: TicketReadingOptions;
	readonly #lifetime = new Lifetime();
	readonly #again: AskingAgain;
	#account: TicketAccount | undefined;
	#trackerCache: TrackerCache | undefined;
	/** Ends what depends on the account as it is signed in now. */
	#session = new Lifetime();
	#trouble: { readonly error: ForgeError; readonly since: number; readonly last: number } | undefined;
	#looked = false;
	/** The `updated` of the ticket when its events were last requested. */
	#followed: string | undefined;
	/** Whether to read the ticket again as soon as the page is visible. */
	#isDue = false;
	/** Aborted when the page is hidden. */
	#seen = new AbortController();
	/** The number of reads in progress. */
	#asking = 0;

	constructor(options: TicketReadingOptions) {
		this.#options = options;
		this.#lifetime.add({ dispose: () => this.#session.dispose() });
		// Visibility does not matter here: `outdate` waits until the page is drawn, and only a visible page is drawn.
		this.#again = this.#lifetime.add(new AskingAgain({ isVisible: () => true, ask: () => this.outdate() }));
		this.#lifetime.add(options.tickets.onDidChange(() => this.#meet()));
		this.#meet();
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

	get events(): readonly Event[] {
		return this.#discussion?.value ?? [];
	}

	/** Whether the events were never read, and are being read or will be requested again. */
	get isReading(): boolean {
		const discussion = this.#discussion;
		if (!this.#options.looks || !discussion || discussion.value !== undefined) return false;
		return !this.#looked || this.#trouble !== undefined;
	}

	situation(): Situation {
		const account = this.#account;
		if (!account) return { kind: 'signed-out', instance: this.#options.owner()?.instance ?? 'the forge' };
		if (!this.#trouble) return this.#looked || this.ticket ? { kind: 'good' } : { kind: 'reading' };
		const { error, since } = this.#trouble;
		if (error.kind === 'missing') return { kind: 'missing' };
		if (error.kind === 'signed-out') return { kind: 'signed-out', instance: account.instance.name };
		if (error.kind === 'offline' || error.kind === 'timeout') {
			const host = URL.parse(account.instance.trackers ?? '')?.host ?? account.instance.name;
			// A list may have brought a newer ticket, but not its events.
			return { kind: 'offline', host, since, asOf: this.#discussion?.asOf };
		}
		return { kind: 'failed', words: error.message };
	}

	async refresh(): Promise<void> {
		if (this.#trackerCache) await this.#look(this.#trackerCache);
	}

	/** The known data may be out of date. Reads it again at once if the page is visible, or else when it becomes visible. */
	outdate(): void {
		this.#isDue = true;
		this.#options.changed();
	}

	/** The page is being drawn, so it is visible. */
	drawn(): void {
		if (!this.#isDue) return;
		this.#isDue = false;
		background(this.refresh());
	}

	/** The page was hidden. Cancels the reads in progress; they start again when the page is shown. */
	hidden(): void {
		if (this.#asking === 0) return;
		this.#isDue = true;
		this.#seen.abort();
		this.#seen = new AbortController();
	}

	/** The page is visible again. */
	shown(): void {
		this.#again.looked();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #discussion() {
		return this.#trackerCache?.events(this.#options.key.ticket);
	}

	/** Switches to the account as it is now: signed in, with another connection, or gone. */
	#meet(): void {
		const { key, tickets, changed, looks } = this.#options;
		const account = tickets.of(key.account);
		if (account === this.#account) return;
		this.#session.dispose();
		this.#session = new Lifetime();
		this.#account = account;
		this.#trackerCache = account?.trackers.tracker(key.owner, key.tracker, this.#session);
		this.#trouble = undefined;
		this.#looked = false;
		this.#followed = undefined;
		this.#again.reached();
		const trackerCache = this.#trackerCache;
		if (trackerCache) {
			this.#session.add(
				trackerCache.onDidChange((change) => {
					if (change.items === 'all' || change.items.size === 0 || change.items.has(key.ticket)) changed();
					this.#follow(trackerCache);
				}),
			);
			this.#session.add(trackerCache.onDidAnswer(() => this.#follow(trackerCache)));
			this.#session.add(trackerCache.events(key.ticket).onDidChange(changed));
			if (looks) background(this.#look(trackerCache));
		}
		changed();
	}

	/** Reads the ticket and its events in parallel, first from the disk, then from the forge. */
	async #look(trackerCache: TrackerCache): Promise<void> {
		const { ticket } = this.#options.key;
		const events = trackerCache.events(ticket);
		const signal = AbortSignal.any([this.#seen.signal, this.#lifetime.signal]);
		this.#asking += 1;
		try {
			await Promise.all([trackerCache.open(), events.open()]);
			this.#options.changed();
			if (trackerCache.labels.value === undefined) background(trackerCache.labels.refresh());
			await Promise.all([trackerCache.look(ticket, signal), this.#readPermissions(signal)]);
			this.#learn(trackerCache, events.trouble);
		} catch (error) {
			if (signal.aborted || this.#isOver(trackerCache)) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#learn(trackerCache, error);
		} finally {
			this.#asking -= 1;
		}
	}

	async #readPermissions(signal: AbortSignal): Promise<void> {
		await this.#account?.trackers.permissions.read(this.#options.key, signal);
	}

	#learn(trackerCache: TrackerCache, error: ForgeError | undefined): void {
		if (this.#isOver(trackerCache)) return;
		const now = Date.now();
		this.#trouble = error && { error, since: this.#trouble?.since ?? now, last: now };
		if (error && isPassing(error)) this.#again.missed();
		else this.#again.reached();
		this.#looked = true;
		this.#followed = this.ticket?.updated;
		this.#options.changed();
	}

	/** Whether an answer is too late, because its account or its page is gone. */
	#isOver(trackerCache: TrackerCache): boolean {
		return this.#lifetime.ended || trackerCache !== this.#trackerCache;
	}

	/**
	 * Reads the events if a list shows that the ticket has changed, because lists have no events. Retries if the list
	 * shows that the forge can be reached again.
	 */
	#follow(trackerCache: TrackerCache): void {
		if (this.#trouble && (trackerCache.asOf ?? 0) > this.#trouble.last) this.#again.looked();
		const updated = this.ticket?.updated;
		if (!this.#looked || updated === undefined || updated === this.#followed) return;
		this.#followed = updated;
		const last = moment(this.events.at(-1)?.created) ?? 0;
		if (last < (moment(updated) ?? 0)) background(this.#readEvents(trackerCache));
	}

	async #readEvents(trackerCache: TrackerCache): Promise<void> {
		const events = trackerCache.events(this.#options.key.ticket);
		await events.refresh();
		if (events.trouble) this.#learn(trackerCache, events.trouble);
	}
}
