import { AskingAgain } from '../../base/asking-again.ts';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError, isPassing } from '../../forge/errors.ts';
import { moment } from '../../forge/read.ts';
import type { Event, Ticket } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { TicketAccount } from '../state/tickets.ts';
import type { TrackerCache } from '../state/tracker-cache.ts';
import type { TicketPageHost } from './host.ts';
import type { Owner } from './owner.ts';
import type { Situation } from './snapshot-input.ts';

interface TicketReadingOptions {
	readonly key: TicketKey;
	readonly tickets: Pick<TicketPageHost['tickets'], 'of' | 'onDidChange'>;
	readonly changed: () => void;
	/** Whether the forge is asked for the ticket; one that is not there yet is not. */
	readonly looks: boolean;
	readonly owner: () => Owner | undefined;
}

/**
 * What is known of the ticket of a page, by the account as it is now: from the shelf at once, and from the forge behind. What
 * could not be reached is asked for again by itself, and never for a page that nobody sees.
 */
export class TicketReading implements Disposable {
	readonly #options: TicketReadingOptions;
	readonly #lifetime = new Lifetime();
	readonly #again: AskingAgain;
	#account: TicketAccount | undefined;
	#shelf: TrackerCache | undefined;
	/** Ends what hangs on the account that is signed in now. */
	#session = new Lifetime();
	#trouble: { readonly error: ForgeError; readonly since: number; readonly last: number } | undefined;
	#looked = false;
	/** Up to when the events were asked for. */
	#followed: string | undefined;
	/** To be asked for as soon as the page is seen. */
	#isDue = false;
	/** Aborted when the page is hidden. */
	#seen = new AbortController();
	/** How much is being asked for. */
	#asking = 0;

	constructor(options: TicketReadingOptions) {
		this.#options = options;
		this.#lifetime.add({ dispose: () => this.#session.dispose() });
		// Whether anybody sees the page is found out when it is drawn.
		this.#again = this.#lifetime.add(new AskingAgain({ isVisible: () => true, ask: () => this.outdate() }));
		this.#lifetime.add(options.tickets.onDidChange(() => this.#meet()));
		this.#meet();
	}

	get account(): TicketAccount | undefined {
		return this.#account;
	}

	get shelf(): TrackerCache | undefined {
		return this.#shelf;
	}

	get ticket(): Ticket | undefined {
		return this.#shelf?.tickets.get(this.#options.key.ticket);
	}

	get events(): readonly Event[] {
		return this.#discussion?.value ?? [];
	}

	/** What happened was never read before, and is being asked for, or will be again. */
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
			// The ticket may be newer, by the list that it stands in, and what happened to it is not.
			return { kind: 'offline', host, since, asOf: this.#discussion?.asOf };
		}
		return { kind: 'failed', words: error.message };
	}

	async refresh(): Promise<void> {
		if (this.#shelf) await this.#look(this.#shelf);
	}

	/** What is known may be so no more: it is asked for at once where the page is seen, or else when it is. */
	outdate(): void {
		this.#isDue = true;
		this.#options.changed();
	}

	/** The page is being drawn, as is only one that is seen. */
	drawn(): void {
		if (!this.#isDue) return;
		this.#isDue = false;
		background(this.refresh());
	}

	/** The page was hidden: cancels what is being read, which is read again when the page is shown. */
	hidden(): void {
		if (this.#asking === 0) return;
		this.#isDue = true;
		this.#seen.abort();
		this.#seen = new AbortController();
	}

	/** The page is seen again after it was not. */
	shown(): void {
		this.#again.looked();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #discussion() {
		return this.#shelf?.events(this.#options.key.ticket);
	}

	/** Hangs on to the account as it is now: signed in, by another connection, or gone. */
	#meet(): void {
		const { key, tickets, changed, looks } = this.#options;
		const account = tickets.of(key.account);
		if (account === this.#account) return;
		this.#session.dispose();
		this.#session = new Lifetime();
		this.#account = account;
		this.#shelf = account?.trackers.tracker(key.owner, key.tracker, this.#session);
		this.#trouble = undefined;
		this.#looked = false;
		this.#followed = undefined;
		this.#again.reached();
		const shelf = this.#shelf;
		if (shelf) {
			this.#session.add(
				shelf.onDidChange((change) => {
					if (change.tickets === 'all' || change.tickets.size === 0 || change.tickets.has(key.ticket))
						changed();
					this.#follow(shelf);
				}),
			);
			this.#session.add(shelf.onDidAnswer(() => this.#follow(shelf)));
			this.#session.add(shelf.events(key.ticket).onDidChange(changed));
			if (looks) background(this.#look(shelf));
		}
		changed();
	}

	/** From the disk at once, then from the forge: the ticket and its events, side by side. */
	async #look(shelf: TrackerCache): Promise<void> {
		const { ticket } = this.#options.key;
		const events = shelf.events(ticket);
		const signal = AbortSignal.any([this.#seen.signal, this.#lifetime.signal]);
		this.#asking += 1;
		try {
			await Promise.all([shelf.open(), events.open()]);
			this.#options.changed();
			if (shelf.labels.value === undefined) background(shelf.labels.refresh());
			await Promise.all([shelf.look(ticket, signal), this.#readPermissions(signal)]);
			this.#learn(shelf, events.trouble);
		} catch (error) {
			if (signal.aborted || this.#isOver(shelf)) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#learn(shelf, error);
		} finally {
			this.#asking -= 1;
		}
	}

	async #readPermissions(signal: AbortSignal): Promise<void> {
		await this.#account?.trackers.permissions.read(this.#options.key, signal);
	}

	#learn(shelf: TrackerCache, error: ForgeError | undefined): void {
		if (this.#isOver(shelf)) return;
		const now = Date.now();
		this.#trouble = error && { error, since: this.#trouble?.since ?? now, last: now };
		if (error && isPassing(error)) this.#again.missed();
		else this.#again.reached();
		this.#looked = true;
		this.#followed = this.ticket?.updated;
		this.#options.changed();
	}

	/** The answer is of an account that is gone, or for a page that is. */
	#isOver(shelf: TrackerCache): boolean {
		return this.#lifetime.ended || shelf !== this.#shelf;
	}

	/** A list shows that a ticket is another, and not what happened; and that the forge can be reached again. */
	#follow(shelf: TrackerCache): void {
		if (this.#trouble && (shelf.asOf ?? 0) > this.#trouble.last) this.#again.looked();
		const updated = this.ticket?.updated;
		if (!this.#looked || updated === undefined || updated === this.#followed) return;
		this.#followed = updated;
		const last = moment(this.events.at(-1)?.created) ?? 0;
		if (last < (moment(updated) ?? 0)) background(this.#readEvents(shelf));
	}

	async #readEvents(shelf: TrackerCache): Promise<void> {
		const events = shelf.events(this.#options.key.ticket);
		await events.refresh();
		if (events.trouble) this.#learn(shelf, events.trouble);
	}
}
