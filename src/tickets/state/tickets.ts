import { join } from 'node:path';
import { background } from '../../base/background.ts';
import { Emitter } from '../../base/emitter.ts';
import { fileStorage } from '../../base/files/file-storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Label, Ticket } from '../../forge/shapes/trackers.ts';
import {
	idOfTicket,
	isTicketKey,
	type TicketKey,
	type TrackerKey,
	trackerRef,
} from '../../platform/model/keys.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import { followOtherWindows } from '../../platform/state/outbox/follow-other-windows.ts';
import { Outbox } from '../../platform/state/outbox/outbox.ts';
import type { Sender } from '../../platform/state/outbox/sender.ts';
import { PerAccount } from '../../platform/state/per-account.ts';
import { Texts } from '../../platform/state/texts/texts.ts';
import { Users } from '../../platform/state/users.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import { ticketKind } from './change-words.ts';
import { remainingChange } from './changes/change.ts';
import { takeOldEntries } from './changes/old-entries.ts';
import { withLabelIds, withRenamedLabels } from './changes/rename-label.ts';
import { type TicketTexts, ticketTexts } from './changes/text-format.ts';
import { type Bases, TextSender } from './changes/text-sender.ts';
import {
	baseOf,
	type DirectChange,
	directChangeOf,
	type TicketOutbox,
	type TicketOutboxChange,
	withChange,
	withWaiting,
} from './changes/ticket-outbox-format.ts';
import { ForgeQuirks } from './forge-quirks.ts';
import { OwnChanges } from './own-changes.ts';
import { openTicketAccount, type TicketAccount } from './ticket-account.ts';
import { TicketSeenState } from './ticket-seen-state.ts';
import { ticketSender } from './ticket-sender.ts';
import type { TrackerCache } from './tracker-cache.ts';

interface TicketsOptions {
	readonly forges: AccountSource;
	/** The editor's storage folder for this extension. */
	readonly folder: string;
	/** How long a text can be undone before it is sent; by default, it is sent at once. */
	readonly undoDelayMs?: () => number;
	readonly log: Log;
}

const trackerIdOf = (key: TrackerKey): string => `${key.account} ${trackerRef(key)}`;

/** The tickets and known users of each account, and what belongs to no account: texts, and the quirks of forges. */
export class Tickets extends PerAccount<TicketAccount> {
	/** What the user writes and sends. */
	readonly texts: TicketTexts;
	readonly quirks: ForgeQuirks;
	readonly seen: TicketSeenState;
	readonly ownChanges: OwnChanges;
	readonly users = new Users();
	/** Sends changes. The outbox uses it, and records them. */
	readonly sender: Sender<DraftKey, TicketOutboxChange>;
	/** Changes that are not on the forge yet. */
	readonly outbox: TicketOutbox;
	readonly textSender: TextSender;
	readonly #creations = this.lifetime.add(
		new Emitter<{ readonly tracker: TrackerKey; readonly ticket: Ticket }>(),
	);
	/** Fires when this window has created a ticket in a tracker. */
	readonly onDidCreate = this.#creations.event;

	/** Resolves when the texts, the quirks and the stored trackers and pins of each account are loaded. */
	static async open(options: TicketsOptions): Promise<Tickets> {
		const tickets = new Tickets(options);
		const { texts, quirks } = tickets;
		await Promise.all([texts.open(), quirks.open(), tickets.update()]);
		await takeOldEntries(texts, tickets.outbox, options.log);
		await tickets.outbox.open();
		await tickets.textSender.markWaiting();
		return tickets;
	}

	private constructor(options: TicketsOptions) {
		const { forges, undoDelayMs = () => 0, log } = options;
		const storage = (name: string) => fileStorage(join(options.folder, name), log);
		super({
			forges,
			create: (account, lifetime) =>
				openTicketAccount(account, lifetime, {
					cache: forges.caches.of(account.session.id),
					permanent: storage('kept'),
					didReach: (id) => this.outbox.didReach(id),
					didChangeLabels: (tracker, labels) => this.#followLabels(tracker, labels),
					log,
				}),
			open: async ({ trackers, session }) => {
				await Promise.all([trackers.open(), forges.seen.open(session.id)]);
			},
			log,
		});
		this.texts = this.lifetime.add(new Texts({ storage: storage('texts'), format: ticketTexts, log }));
		this.quirks = this.lifetime.add(new ForgeQuirks(storage('kept'), log));
		this.seen = new TicketSeenState(forges.seen);
		this.ownChanges = new OwnChanges(this.seen, log);
		const accounts = {
			of: (account: string) => this.of(account),
			quirks: this.quirks,
			ownChanges: this.ownChanges,
			label: (key: TicketKey, labels: readonly string[]) => this.textSender.label(key, labels),
			didCreate: (tracker: TrackerKey, ticket: Ticket) => this.#creations.fire({ tracker, ticket }),
		};
		this.sender = ticketSender(accounts);
		this.outbox = this.lifetime.add(
			new Outbox({
				storage: storage('outbox'),
				kind: ticketKind((key) => this.known(key)?.title),
				sender: this.sender,
				// The window that added the entry may have been killed before it marked the text.
				willSend: async ({ textId, textVersion }) => {
					if (textId !== undefined) await this.texts.markSent(textId, textVersion);
				},
				willDiscard: (...discarded) => this.textSender.editAgain(...discarded),
				isLocal: ({ account }) => forges.isTemporary(account),
				prepare: (key, change) => withLabelIds(change, this.#knownLabels(key)),
				log,
			}),
		);
		const { texts, outbox, sender } = this;
		const sessionOf = (account: string) => this.of(account)?.session;
		this.textSender = new TextSender({ texts, outbox, sender, sessionOf, undoDelayMs, log });
		this.lifetime.add(
			followOtherWindows(this.outbox, (keys, lifetime) =>
				Promise.all(
					[...Map.groupBy(keys, trackerIdOf).values()].map(async (ofTracker) => {
						const [first] = ofTracker;
						const trackerCache = first && this.trackerCache(first, lifetime);
						await trackerCache?.readStored(ofTracker.filter(isTicketKey).map(({ ticket }) => ticket));
					}),
				),
			),
		);
		this.lifetime.add(forges.onDidChange(() => background(this.update())));
	}

	/** The cache of a tracker, kept until `lifetime` ends; undefined if the account is gone. */
	trackerCache(
		{ account, owner, tracker }: TrackerKey | TicketKey,
		lifetime: Lifetime,
	): TrackerCache | undefined {
		return this.of(account)?.trackers.cache({ owner, name: tracker }, lifetime);
	}

	/** The cached ticket, without a request; undefined if it is not cached. */
	known(key: TicketKey): Ticket | undefined {
		const lifetime = new Lifetime();
		const ticket = this.trackerCache(key, lifetime)?.tickets.get(key.ticket);
		lifetime.dispose();
		return ticket;
	}

	/** The cached labels of a tracker, without a request. */
	#knownLabels(key: TrackerKey): readonly Label[] {
		const lifetime = new Lifetime();
		const labels = this.trackerCache(key, lifetime)?.labels.value ?? [];
		lifetime.dispose();
		return labels;
	}

	/** The cached ticket as it will be when its waiting changes are on the forge. */
	shown(key: TicketKey): Ticket | undefined {
		const ticket = this.known(key);
		const waiting = this.waitingChangeOf(key);
		return ticket && waiting ? withChange(ticket, waiting) : ticket;
	}

	/** The changes of a ticket in the outbox that are still to be sent, as one change without comments. Undefined if there are none. */
	waitingChangeOf(key: TicketKey): DirectChange | undefined {
		const waiting = this.outbox.waitingChangeOf(key);
		return waiting && directChangeOf(waiting.change);
	}

	/** Whether the outbox has a change other than a comment or a new ticket. */
	get hasDirectChanges(): boolean {
		return this.outbox.entries.some(({ steps }) =>
			steps.some(({ change }) => directChangeOf(change.change) !== undefined),
		);
	}

	/** The part of `waitingChangeOf` that the known ticket does not have yet. Undefined if there is none. */
	remainingChangeOf(key: TicketKey): DirectChange | undefined {
		const waiting = this.waitingChangeOf(key);
		const ticket = waiting && this.known(key);
		const left = ticket && remainingChange(ticket, waiting);
		return left && Object.keys(left).length > 0 ? left : undefined;
	}

	/** The cached tickets of a tracker as they will be when their waiting changes are on the forge. */
	shownIn({ key, tickets }: TrackerCache): ReadonlyMap<number, Ticket> {
		const waiting = new Map<number, DirectChange>();
		for (const { key: one } of this.outbox.entries) {
			if (!isTicketKey(one) || trackerIdOf(one) !== trackerIdOf(key)) continue;
			const change = this.waitingChangeOf(one);
			if (change) waiting.set(one.ticket, change);
		}
		return withWaiting(tickets, waiting);
	}

	/** What the user sees of tickets now. A command remembers it when it begins, to notice what others change while it asks the user. */
	basesOf(keys: readonly TicketKey[]): Bases {
		const bases = new Map<string, Ticket>();
		for (const key of keys) {
			const ticket = this.shown(key);
			if (ticket) bases.set(idOfTicket(key), ticket);
		}
		return (key) => bases.get(idOfTicket(key));
	}

	/** Adds a change of tickets to the outbox, to be sent after `delayMs`. `bases` are the tickets as the user saw them when they decided. */
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

	/** Gives waiting changes the names that the labels of their tracker have now. */
	#followLabels(tracker: TrackerKey, labels: readonly Label[]): Promise<void> {
		const id = trackerIdOf(tracker);
		return this.outbox.adapt((key, waiting) =>
			trackerIdOf(key) === id ? withRenamedLabels(waiting, labels) : waiting,
		);
	}

	override async update(): Promise<void> {
		const updated = super.update();
		this.outbox.didChangeAccounts();
		await updated;
	}
}
