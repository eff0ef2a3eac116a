import { join } from 'node:path';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { refOf, type TicketKey, type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import { Drafts } from '../../platform/state/drafts/drafts.ts';
import { followOtherWindows } from '../../platform/state/outbox/follow-other-windows.ts';
import { Outbox } from '../../platform/state/outbox/outbox.ts';
import type { Sender } from '../../platform/state/outbox/sender.ts';
import { PerAccount } from '../../platform/state/per-account.ts';
import { fileStorage } from '../../platform/state/store/files.ts';
import { Users } from '../../platform/state/users.ts';
import type { EndedSession } from '../../signin/sessions/session-registry.ts';
import { type DraftBody, earlierBase, emptyBody } from '../model/ticket-draft.ts';
import { BulkComments, bulkComments } from './changes/bulk-comments.ts';
import { remainingChange } from './changes/change.ts';
import { returnToDraft } from './changes/comment-drafts.ts';
import { DraftCleanup } from './changes/draft-cleanup.ts';
import { draftAccountOf, type TicketDrafts, ticketDrafts } from './changes/draft-format.ts';
import type { MovedText } from './changes/moved-text.ts';
import {
	baseOf,
	type DirectChange,
	directChangeOf,
	type TicketOutbox,
	type TicketOutboxChange,
	ticketOutboxFormat,
	withChange,
	withPending,
} from './changes/ticket-outbox-format.ts';
import { ForgeQuirks } from './forge-quirks.ts';
import { OwnChanges } from './own-changes.ts';
import { openTicketAccount, type TicketAccount } from './ticket-account.ts';
import type { TicketSeenState } from './ticket-seen-state.ts';
import { ticketSender } from './ticket-sender.ts';
import type { TrackerCache } from './tracker-cache.ts';

interface TicketsOptions {
	readonly forges: AccountSource;
	/** The editor's storage folder for this extension. */
	readonly folder: string;
	readonly log: Log;
	/** Learns which changes are the user's own. */
	readonly seen?: TicketSeenState;
}

/** Each ticket as the user saw it; undefined for one that was not known. */
type Bases = (key: TicketKey) => Ticket | undefined;

const trackerIdOf = (key: TicketKey): string => `${key.account} ${trackerRef(key)}`;
const ticketIdOf = (key: TicketKey): string => `${key.account} ${refOf(key)}`;

/** The tickets and known users of each account, and what belongs to no account: drafts, and the quirks of forges. */
export class Tickets implements Disposable {
	readonly drafts: TicketDrafts;
	readonly bulkComments: BulkComments;
	readonly quirks: ForgeQuirks;
	readonly users = new Users();
	/** Sends changes. The outbox uses it, and records them. */
	readonly sender: Sender<TicketKey, TicketOutboxChange>;
	/** Changes that are not on the forge yet. */
	readonly outbox: TicketOutbox;
	readonly #options: TicketsOptions;
	readonly #lifetime = new Lifetime();
	readonly #accounts: PerAccount<TicketAccount>;

	/** Resolves when the drafts, the quirks and the stored trackers and pins of each account are loaded. */
	static async open(options: TicketsOptions): Promise<Tickets> {
		const tickets = new Tickets(options);
		const { drafts, bulkComments, quirks } = tickets;
		await Promise.all([drafts.open(), bulkComments.drafts.open(), quirks.open(), tickets.#updateAccounts()]);
		await tickets.outbox.open();
		return tickets;
	}

	private constructor(options: TicketsOptions) {
		this.#options = options;
		const { forges, log } = options;
		this.#accounts = this.#lifetime.add(
			new PerAccount<TicketAccount>({
				forges,
				create: (account, lifetime) =>
					openTicketAccount(account, lifetime, {
						cache: forges.caches.of(account.session.id),
						permanent: this.#storage('kept'),
						didReach: (id) => this.outbox.didReach(id),
						log,
					}),
				open: ({ trackers }) => trackers.open(),
				log,
			}),
		);
		this.drafts = this.#lifetime.add(
			new Drafts({ storage: this.#storage('drafts'), format: ticketDrafts, log }),
		);
		this.bulkComments = new BulkComments({
			drafts: this.#lifetime.add(
				new Drafts({ storage: this.#storage('comments'), format: bulkComments, log }),
			),
			sessionOf: (account) => this.of(account)?.session,
			versionOf: (key) => this.known(key)?.updated,
		});
		this.quirks = this.#lifetime.add(new ForgeQuirks(this.#storage('kept'), log));
		const accounts = {
			of: (account: string) => this.of(account),
			quirks: this.quirks,
			ownChanges: new OwnChanges(options.seen, log),
		};
		const movedDrafts = new DraftCleanup({ drafts: this.drafts, bulkComments: this.bulkComments, log });
		this.sender = ticketSender(accounts, (key, { draft }) => this.#returnDraft(key, draft));
		this.outbox = this.#lifetime.add(
			new Outbox({
				storage: this.#storage('outbox'),
				format: ticketOutboxFormat,
				sender: {
					...this.sender,
					send: (key, change, options) =>
						movedDrafts.send(
							key,
							change,
							() => this.outbox.of(key),
							() => this.sender.send(key, change, options),
						),
				},
				isLocal: ({ account }) => forges.isTemporary(account),
				log,
			}),
		);
		this.#lifetime.add(this.outbox.onDidChange(() => background(movedDrafts.remove(this.outbox.entries))));
		this.#lifetime.add(
			followOtherWindows(this.outbox, (keys, holder) =>
				Promise.all(
					[...Map.groupBy(keys, trackerIdOf).values()].map(async (ofTracker) => {
						const [first] = ofTracker;
						const trackerCache = first && this.trackerCache(first, holder);
						await trackerCache?.readStored(ofTracker.map(({ ticket }) => ticket));
					}),
				),
			),
		);
		this.#lifetime.add(forges.onDidChange(() => background(this.#updateAccounts())));
	}

	/** Fires when accounts are added or removed. */
	get onDidChange(): Event<void> {
		return this.#accounts.onDidChange;
	}

	get accounts(): readonly TicketAccount[] {
		return this.#accounts.accounts;
	}

	of(account: string): TicketAccount | undefined {
		return this.#accounts.of(account);
	}

	/** What is known and stored of an account whose session has ended without the user signing out. Nothing is read from the forge. */
	endedAccount(account: string): TicketAccount | undefined {
		return this.#accounts.endedAccount(account);
	}

	endedSession(account: string): EndedSession | undefined {
		return this.#options.forges.endedSession(account);
	}

	/** The cache of a tracker, kept until `holder` ends; undefined if the account is gone. */
	trackerCache(
		{ account, owner, tracker }: TrackerKey | TicketKey,
		holder: Lifetime,
	): TrackerCache | undefined {
		return this.of(account)?.trackers.cache({ owner, name: tracker }, holder);
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
		const pending = this.pendingChangeOf(key);
		return ticket && pending ? withChange(ticket, pending) : ticket;
	}

	/** The changes of a ticket in the outbox that are still to be sent, as one change without comments. Undefined if there are none. */
	pendingChangeOf(key: TicketKey): DirectChange | undefined {
		const pending = this.outbox.changeOnItsWay(key);
		return pending && directChangeOf(pending.change);
	}

	/** The part of `pendingChangeOf` that the known ticket does not have yet. Undefined if there is none. */
	remainingChangeOf(key: TicketKey): DirectChange | undefined {
		const pending = this.pendingChangeOf(key);
		const ticket = pending && this.known(key);
		const left = ticket && remainingChange(ticket, pending);
		return left && Object.keys(left).length > 0 ? left : undefined;
	}

	/** The cached tickets of a tracker as they will be when their pending changes are on the forge. */
	shownIn({ key, tickets }: Pick<TrackerCache, 'key' | 'tickets'>): ReadonlyMap<number, Ticket> {
		const pending = new Map<number, DirectChange>();
		for (const { key: one } of this.outbox.entries) {
			const isHere = one.account === key.account && trackerRef(one) === trackerRef(key);
			const change = isHere ? this.pendingChangeOf(one) : undefined;
			if (change) pending.set(one.ticket, change);
		}
		return withPending(tickets, pending);
	}

	/** What the user sees of tickets now. A command remembers it when it begins, to notice what others change while it asks the user. */
	basesOf(keys: readonly TicketKey[]): Bases {
		const bases = new Map<string, Ticket>();
		for (const key of keys) {
			const ticket = this.shown(key);
			if (ticket) bases.set(ticketIdOf(key), ticket);
		}
		return (key) => bases.get(ticketIdOf(key));
	}

	/** Adds a change of tickets to the outbox, to be sent after `delayMs`. The user decided by `bases`. */
	async change(
		keys: readonly TicketKey[],
		change: DirectChange | ((key: TicketKey) => DirectChange),
		delayMs: number,
		bases: Bases,
	): Promise<void> {
		const changes = keys.map((key) => {
			const seen = bases(key);
			const one = typeof change === 'function' ? change(key) : change;
			return { key, change: { change: one, ...(seen && { base: baseOf(seen) }) } };
		});
		await this.outbox.add(changes, delayMs);
	}

	/**
	 * Adds a comment on tickets to the outbox, to be sent now and in one request with `direct`. If the forge refuses a
	 * comment, it becomes the ticket's draft. Cannot be undone, because undo would discard the text. The user wrote it
	 * when they saw `bases`, or in the draft with the `moved` text, which leaves that draft before it is sent.
	 */
	async comment(
		keys: readonly TicketKey[],
		comment: string | ((key: TicketKey) => string),
		bases: Bases,
		direct: Pick<DirectChange, 'status' | 'resolution'> = {},
		moved?: MovedText,
	): Promise<void> {
		const changes = keys.map((key, at) => {
			const text = typeof comment === 'string' ? comment : comment(key);
			const { status = null, resolution = null } = direct;
			const seen = bases(key);
			const begun = moved && this.#versionWhenBegun(key, moved);
			const version = earlierBase(begun ?? null, seen?.updated ?? null);
			const draft = { ...emptyBody, text, status, resolution, base: version };
			const change = { comment: text.trimEnd(), ...direct };
			const base = status !== null && seen && { base: baseOf(seen) };
			return { key, change: { change, draft, ...base, ...(moved && at === 0 && { moved }) } };
		});
		await this.outbox.add(changes, 0);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** The version of a ticket that the user saw when they began to write the text that moves to the outbox. */
	#versionWhenBegun(key: TicketKey, moved: MovedText): string | null | undefined {
		if ('line' in moved) return this.drafts.get(key)?.body.base;
		return this.bulkComments.versionWhenBegun(moved.tickets, key);
	}

	async #returnDraft(key: TicketKey, body: DraftBody | undefined): Promise<void> {
		if (!body) return;
		// The window that moved the comment to the outbox may not have written yet that it did.
		await this.drafts.runAfterSending(key, () => {
			const account = draftAccountOf(key, this.of(key.account)?.session, this.drafts.get(key)?.account);
			return returnToDraft(this.drafts, key, { account, body });
		});
	}

	async #updateAccounts(): Promise<void> {
		const updated = this.#accounts.update();
		this.outbox.didChangeAccounts();
		await updated;
	}

	#storage(name: string) {
		return fileStorage(join(this.#options.folder, name), this.#options.log);
	}
}
