import type { Participant } from '../../forge/shapes/people.ts';
import type { Account, Accounts, Caller } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import type { HooksOptions } from '../server/hooks.ts';
import { missing, notYours, Refusal } from '../server/refusal.ts';
import { ticketAccess, trackerAccess, visibilityOf } from './access.ts';
import { type Archive, ticketOf } from './archive.ts';
import { participant } from './tickets.ts';
import type { EventRecord, Permission, TicketRecord, TrackerRecord } from './tracker-records.ts';

interface TrackerParams {
	readonly owner?: string;
	readonly tracker: string;
}

interface TicketParams extends TrackerParams {
	readonly ticket: string;
}

export const asParticipant = ({ account }: Caller): Participant => participant(account.name);

/**
 * Finds the resource of a path and checks the caller's permissions. A resource for which the caller has no permission
 * is treated as missing.
 */
export class Authorizer {
	readonly #archive: Archive;
	readonly #accounts: Accounts;
	readonly #drift: ReadonlySet<Quirk>;

	constructor(archive: Archive, accounts: Accounts, drift: ReadonlySet<Quirk>) {
		this.#archive = archive;
		this.#accounts = accounts;
		this.#drift = drift;
	}

	/** The account that a path names. Unlike lists, trackers do not know users by mail address. */
	subject(owner: string | undefined, caller: Caller): Account {
		if (owner !== undefined && !owner.startsWith('~')) throw missing();
		return this.#accounts.subject(owner, caller);
	}

	/** The tracker. Throws if the caller lacks a needed permission or, if none is needed, has no permission at all. */
	tracker(params: TrackerParams, caller: Caller, ...needed: readonly Permission[]): TrackerRecord {
		const tracker = this.#tracker(params, caller);
		this.#check(trackerAccess(tracker, asParticipant(caller)), needed);
		return tracker;
	}

	/** The tracker. Throws if the caller is not its owner. */
	ownTracker(params: TrackerParams, caller: Caller): TrackerRecord {
		const tracker = this.tracker(params, caller);
		if (tracker.owner !== caller.account.name) throw notYours();
		return tracker;
	}

	/**
	 * The ticket. Throws if the caller may not see it or lacks a needed permission. `absent` is the error for a missing
	 * ticket.
	 */
	ticket(
		params: TicketParams,
		caller: Caller,
		{ needed = [], absent = missing }: { needed?: readonly Permission[]; absent?: () => Refusal } = {},
	): TicketRecord {
		const tracker = this.#tracker(params, caller);
		if (!/^[1-9]\d*$/.test(params.ticket)) throw missing();
		const who = asParticipant(caller);
		const ticket = ticketOf(tracker, Number(params.ticket));
		if (!ticket) throw trackerAccess(tracker, who).length > 0 ? absent() : missing();
		this.#check(ticketAccess(tracker, ticket, who), ['browse', ...needed]);
		return ticket;
	}

	/** Real servers fail with a 500 for the number of a ticket that does not exist. */
	readonly absentTicket = (): Refusal =>
		this.#drift.has('ticket-missing-is-500')
			? new Refusal(500, 'Internal Server Error', { html: true })
			: missing();

	/** What the caller may do with a tracker. */
	access(tracker: TrackerRecord, caller: Caller): readonly Permission[] {
		return trackerAccess(tracker, asParticipant(caller));
	}

	/** Whether the caller finds a tracker in the list of its owner. */
	isListed(tracker: TrackerRecord, caller: Caller): boolean {
		const isOwn = tracker.owner === caller.account.name;
		return isOwn || (visibilityOf(tracker) === 'PUBLIC' && this.access(tracker, caller).includes('browse'));
	}

	/** What the caller may do with a ticket. */
	ticketAccess(tracker: TrackerRecord, ticket: TicketRecord, caller: Caller): readonly Permission[] {
		return ticketAccess(tracker, ticket, asParticipant(caller));
	}

	/** The tickets that the caller may see, oldest first. */
	visibleTickets(tracker: TrackerRecord, caller: Caller): readonly TicketRecord[] {
		const who = asParticipant(caller);
		return tracker.tickets.filter((ticket) => ticketAccess(tracker, ticket, who).includes('browse'));
	}

	/** Whether the caller may see an event: a mention is hidden if the ticket that contains it is. */
	maySee({ from, ticket }: EventRecord, caller: Caller): boolean {
		const found = from === null || ticket === null ? undefined : this.#archive.ticketAt(from);
		if (!found) return true;
		return ticketAccess(this.#archive.trackerOf(found), found, asParticipant(caller)).includes('browse');
	}

	/** Refuses another spelling of the tracker's name, because a hook on it would never receive an event. */
	check(...[family, params, caller]: Parameters<HooksOptions['check']>): void {
		if (family !== 'tracker' && family !== 'ticket') return;
		const { owner, tracker = '', ticket = '' } = params;
		const named = { tracker, ticket, ...(owner !== undefined && { owner }) };
		const found = this.#tracker(named, caller);
		if (found.name !== tracker) throw missing();
		if (family === 'ticket') this.ticket(named, caller);
		else if (!trackerAccess(found, asParticipant(caller)).includes('browse')) throw missing();
	}

	#tracker({ owner, tracker: name }: TrackerParams, caller: Caller): TrackerRecord {
		const tracker = this.#archive.find(this.subject(owner, caller).name, name);
		if (!tracker) throw missing();
		return tracker;
	}

	#check(access: readonly Permission[], needed: readonly Permission[]): void {
		if (access.length === 0) throw missing();
		for (const permission of needed) {
			if (access.includes(permission)) continue;
			if (permission !== 'browse') throw notYours();
			const html = this.#drift.has('private-is-html');
			throw new Refusal(403, 'You do not have permission to see this.', { html });
		}
	}
}
