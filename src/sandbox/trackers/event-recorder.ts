import type { Participant } from '../../forge/shapes/people.ts';
import { type Accounts, shortUser } from '../server/accounts.ts';
import type { Hooks } from '../server/hooks.ts';
import { ticketAccess } from './access.ts';
import type { Archive } from './archive.ts';
import type { TrackerSerializer } from './serializer.ts';
import type { EventRecord, LabelRecord, TicketRecord, TrackerRecord } from './tracker-records.ts';

/** The content of an event. Absent fields have their defaults. */
export type EventInput = Partial<Omit<EventRecord, 'id'>> & { readonly types: EventRecord['types'] };

/** Records the events of tickets, and delivers them to webhooks. */
export class EventRecorder {
	readonly #archive: Archive;
	readonly #hooks: Hooks;
	readonly #serializer: TrackerSerializer;
	readonly #accounts: Accounts;

	constructor(archive: Archive, hooks: Hooks, serializer: TrackerSerializer, accounts: Accounts) {
		this.#archive = archive;
		this.#hooks = hooks;
		this.#serializer = serializer;
		this.#accounts = accounts;
	}

	/** Adds an event to its ticket, after the ticket's other events. */
	record(ticket: TicketRecord, at: string, { types, ...rest }: EventInput): EventRecord {
		const event: EventRecord = {
			id: this.#archive.nextId('event'),
			created: at,
			types,
			change: null,
			user: null,
			ticket: { tracker: ticket.tracker, number: ticket.number },
			comment: null,
			label: null,
			by: null,
			from: null,
			...rest,
		};
		ticket.events.push(event);
		this.#emitEvent(ticket, event);
		return event;
	}

	trackerCreated(tracker: TrackerRecord): void {
		this.#notifyOwner(tracker, 'tracker:create');
	}

	trackerUpdated(tracker: TrackerRecord): void {
		this.#notifyOwner(tracker, 'tracker:update');
	}

	trackerDeleted(tracker: TrackerRecord): void {
		this.#hooks.emit(
			'trackersUser',
			{ owner: `~${tracker.owner}` },
			'tracker:delete',
			{ id: tracker.id },
			{ records: { tracker } },
		);
		this.#hooks.removeHooks('tracker', trackerTarget(tracker));
	}

	trackerRenamed(tracker: TrackerRecord, from: string): void {
		this.#hooks.moveHooks('tracker', { ...trackerTarget(tracker), tracker: from }, trackerTarget(tracker));
	}

	ticketDeleted(tracker: TrackerRecord, ticket: TicketRecord): void {
		this.#hooks.removeHooks('ticket', ticketTarget(tracker, ticket));
	}

	labelCreated(tracker: TrackerRecord, label: LabelRecord): void {
		this.#hooks.emit(
			'tracker',
			trackerTarget(tracker),
			'label:create',
			this.#serializer.label(tracker, label),
			{ records: { label: { tracker, label } } },
		);
	}

	labelDeleted(tracker: TrackerRecord, label: LabelRecord): void {
		const records = { label: { tracker, label } };
		this.#hooks.emit('tracker', trackerTarget(tracker), 'label:delete', { id: label.id }, { records });
	}

	ticketCreated(tracker: TrackerRecord, ticket: TicketRecord): void {
		const form = this.#serializer.ticket(ticket);
		const owner = accountOf(ticket.submitter);
		const records = { ticket };
		if (owner !== undefined) this.#hooks.emit('trackersUser', { owner }, 'ticket:create', form, { records });
		const audience = this.#whoMaySee(ticket);
		this.#hooks.emit('tracker', trackerTarget(tracker), 'ticket:create', form, { audience, records });
	}

	ticketUpdated(ticket: TicketRecord): void {
		const target = ticketTarget(this.#archive.trackerOf(ticket), ticket);
		this.#hooks.emit('ticket', target, 'ticket:update', this.#serializer.ticket(ticket), {
			records: { ticket },
		});
	}

	#notifyOwner(tracker: TrackerRecord, event: 'tracker:create' | 'tracker:update'): void {
		this.#hooks.emit(
			'trackersUser',
			{ owner: `~${tracker.owner}` },
			event,
			this.#serializer.tracker(tracker),
			{ records: { tracker } },
		);
	}

	/**
	 * The contract delivers events to the hooks of the tracker's owner and of the ticket. With drift, `Hooks` changes
	 * the recipients.
	 */
	#emitEvent(ticket: TicketRecord, event: EventRecord): void {
		const tracker = this.#archive.trackerOf(ticket);
		const from = event.from === null ? undefined : this.#archive.ticketAt(event.from);
		const audience = this.#whoMaySee(ticket, ...(from ? [from] : []));
		const form = this.#serializer.event(event);
		const details = { audience, records: { newEvent: event } };
		this.#hooks.emit('trackersUser', { owner: `~${tracker.owner}` }, 'event:create', form, details);
		this.#hooks.emit('ticket', ticketTarget(tracker, ticket), 'event:create', form, details);
	}

	/** A hook receives only events of tickets that the holder of its token may see. */
	#whoMaySee(...tickets: readonly TicketRecord[]) {
		return (token: string): boolean => {
			const caller = this.#accounts.hookCaller(token);
			if (!caller) return false;
			const who = { type: 'user' as const, ...shortUser(caller.account.name) };
			return tickets.every((ticket) =>
				ticketAccess(this.#archive.trackerOf(ticket), ticket, who).includes('browse'),
			);
		};
	}
}

const trackerTarget = ({ owner, name }: TrackerRecord) => ({ owner: `~${owner}`, tracker: name });

const ticketTarget = (tracker: TrackerRecord, { number }: TicketRecord) => ({
	...trackerTarget(tracker),
	ticket: number,
});

const accountOf = (who: Participant) => (who.type === 'user' ? who.canonical_name : undefined);
