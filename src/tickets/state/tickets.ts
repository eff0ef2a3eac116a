import { join } from 'node:path';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Client } from '../../forge/connect.ts';
import type { trackerRows } from '../../forge/rows/trackers.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { type TicketKey, type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import { Drafts } from '../../platform/state/drafts.ts';
import { files } from '../../platform/state/files.ts';
import { Outbox } from '../../platform/state/outbox/outbox.ts';
import type { Account } from '../../signin/connection.ts';
import { remainingChange } from './change.ts';
import { type TicketDrafts, ticketDrafts } from './draft-format.ts';
import { ForgeQuirks } from './forge-quirks.ts';
import {
	baseOf,
	type DirectChange,
	pendingChanges,
	type TicketOutbox,
	withChange,
	withPending,
} from './pending-change.ts';
import { ticketSender } from './ticket-sender.ts';
import type { TrackerCache } from './tracker-cache.ts';
import { Trackers } from './trackers.ts';

/** An account whose forge has trackers. */
export interface TicketAccount extends Account {
	readonly trackers: Trackers;
	readonly client: Client<typeof trackerRows>;
}

interface TicketsOptions {
	readonly forges: AccountSource;
	/** The editor's storage folder for this extension. */
	readonly folder: string;
	readonly log: Log;
}

/** The tickets of each account, and what belongs to no account: drafts, and the quirks of forges. */
export class Tickets implements Disposable {
	readonly drafts: TicketDrafts;
	readonly quirks: ForgeQuirks;
	/** Changes that are not on the forge yet. */
	readonly outbox: TicketOutbox;
	readonly #options: TicketsOptions;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	readonly #accounts = new Map<string, TicketAccount & { readonly lifetime: Lifetime }>();

	/** Resolves when the drafts, the quirks and the stored trackers and pins of each account are loaded. */
	static async open(options: TicketsOptions): Promise<Tickets> {
		const tickets = new Tickets(options);
		await Promise.all([tickets.drafts.open(), tickets.quirks.open(), tickets.#updateAccounts()]);
		await tickets.outbox.open();
		return tickets;
	}

	private constructor(options: TicketsOptions) {
		this.#options = options;
		const { forges, log } = options;
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for accounts failed', failure)),
		);
		this.drafts = this.#lifetime.add(
			new Drafts({ storage: this.#storage('drafts'), format: ticketDrafts, log }),
		);
		this.quirks = this.#lifetime.add(new ForgeQuirks(this.#storage('kept'), log));
		this.outbox = this.#lifetime.add(
			new Outbox({
				storage: this.#storage('outbox'),
				format: pendingChanges,
				sender: ticketSender({ of: (account) => this.of(account), quirks: this.quirks }),
				isLocal: ({ account }) => forges.isTemporary(account),
				log,
			}),
		);
		this.#lifetime.add(forges.onDidChange(() => background(this.#updateAccounts())));
	}

	/** Fires when accounts are added or removed. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	get accounts(): readonly TicketAccount[] {
		return [...this.#accounts.values()];
	}

	of(account: string): TicketAccount | undefined {
		return this.#accounts.get(account);
	}

	/** The cache of a tracker, kept until `holder` ends; undefined if the account is gone. */
	trackerCache(
		{ account, owner, tracker }: TrackerKey | TicketKey,
		holder: Lifetime,
	): TrackerCache | undefined {
		return this.#accounts.get(account)?.trackers.tracker(owner, tracker, holder);
	}

	/** The cached ticket, without a request; undefined if it is not cached. */
	known(key: TicketKey): Ticket | undefined {
		const holder = new Lifetime();
		const ticket = this.trackerCache(key, holder)?.tickets.get(key.ticket);
		holder.dispose();
		return ticket;
	}

	/** The cached ticket as it will be when its pending changes are on the forge. */
	shown(key: TicketKey): Ticket | undefined {
		const ticket = this.known(key);
		const pending = this.outbox.changeOf(key);
		return ticket && pending ? withChange(ticket, pending.change) : ticket;
	}

	/** What of a known ticket is not on the forge yet. Undefined if there is nothing. */
	pendingOf(key: TicketKey): DirectChange | undefined {
		const pending = this.outbox.changeOf(key);
		const ticket = pending && this.known(key);
		const left = ticket && remainingChange(ticket, pending.change);
		return left && Object.keys(left).length > 0 ? left : undefined;
	}

	/** The cached tickets of a tracker as they will be when their pending changes are on the forge. */
	shownIn({ key, tickets }: Pick<TrackerCache, 'key' | 'tickets'>): ReadonlyMap<number, Ticket> {
		const pending = new Map<number, DirectChange>();
		for (const { key: one } of this.outbox.entries) {
			const isHere = one.account === key.account && trackerRef(one) === trackerRef(key);
			const change = isHere ? this.outbox.changeOf(one) : undefined;
			if (change) pending.set(one.ticket, change.change);
		}
		return withPending(tickets, pending);
	}

	/** Adds a change of tickets to the outbox, to be sent after `delayMs`. The user decided by what is shown of each ticket. */
	async change(keys: readonly TicketKey[], change: DirectChange, delayMs: number): Promise<void> {
		const changes = keys.map((key) => {
			const ticket = this.shown(key);
			return { key, change: { change, ...(ticket && { base: baseOf(ticket) }) } };
		});
		await this.outbox.add(changes, delayMs);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Opens accounts that are new or have a new connection, and closes those that are gone. */
	async #updateAccounts(): Promise<void> {
		const { forges } = this.#options;
		const now = new Map(forges.accounts.map((account) => [account.session.id, account]));
		for (const [id, { lifetime, connection }] of this.#accounts) {
			if (now.get(id)?.connection === connection) continue;
			this.#accounts.delete(id);
			lifetime.dispose();
		}
		const opened: Promise<void>[] = [];
		for (const [id, account] of now) {
			const client = account.connection.trackers;
			if (!client || this.#accounts.has(id)) continue;
			const lifetime = this.#lifetime.child();
			const trackers = lifetime.add(
				new Trackers({
					account: id,
					me: account.session.account,
					client,
					cache: forges.caches.of(id),
					permanent: this.#storage('kept'),
					log: this.#options.log,
				}),
			);
			this.#accounts.set(id, { ...account, client, trackers, lifetime });
			lifetime.add(account.connection.onDidAnswer((area) => area === 'trackers' && this.outbox.didReach(id)));
			opened.push(trackers.open());
		}
		this.#changes.fire();
		this.outbox.didChangeAccounts();
		await Promise.all(opened);
	}

	#storage(name: string) {
		return files(join(this.#options.folder, name), this.#options.log);
	}
}
