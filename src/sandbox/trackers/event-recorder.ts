import type { Participant } from '../../forge/shapes/people.ts';
import { type Accounts, shortUser } from '../server/accounts.ts';
import type { Hooks } from '../server/hooks.ts';
import { ticketAccess } from './access.ts';
import type { Archive } from './archive.ts';
import type { TrackerSerializer } from './serializer.ts';
import type { EventRecord, LabelRecord, TicketRecord, TrackerRecord } from './state.ts';

/** The content of an event. Absent fields have their defaults. */
export type EventInput = Partial<Omit<EventRecord, 'id'>> & { readonly types: EventRecord['types'] };

interface EventRecorderOptions {
	readonly archive: Archive;
	readonly hooks: Hooks;
	readonly serializer: TrackerSerializer;
	readonly accounts: Accounts;
}

/** Records the events of tickets, and delivers them to webhooks. */
export class EventRecorder {
	readonly #options: EventRecorderOptions;

	constructor(options: EventRecorderOptions) {
		this.#options = options;
	}

	/** Adds an event to its ticket, after the ticket's other events. */
	record(ticket: TicketRecord, at: string, { types, ...rest }: EventInput): EventRecord {
		const { archive } = this.#options;
		const event: EventRecord = {
			id: archive.nextId('event'),
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
		const { hooks } = this.#options;
		hooks.emit('trackersUser', { owner: `~${tracker.owner}` }, 'tracker:delete', { id: tracker.id });
		hooks.removeHooks('tracker', trackerTarget(tracker));
	}

	labelCreated(tracker: TrackerRecord, label: LabelRecord): void {
		const { hooks, serializer } = this.#options;
		hooks.emit('tracker', trackerTarget(tracker), 'label:create', serializer.label(tracker, label));
	}

	labelDeleted(tracker: TrackerRecord, { id }: LabelRecord): void {
		this.#options.hooks.emit('tracker', trackerTarget(tracker), 'label:delete', { id });
	}

	ticketCreated(tracker: TrackerRecord, ticket: TicketRecord): void {
		const { hooks, serializer } = this.#options;
		const form = serializer.ticket(ticket);
		const owner = accountOf(ticket.submitter);
		if (owner !== undefined) hooks.emit('trackersUser', { owner }, 'ticket:create', form);
		hooks.emit('tracker', trackerTarget(tracker), 'ticket:create', form, this.#whoMaySee(ticket));
	}

	ticketUpdated(ticket: TicketRecord): void {
		const { hooks, serializer, archive } = this.#options;
		const target = ticketTarget(archive.trackerOf(ticket), ticket);
		hooks.emit('ticket', target, 'ticket:update', serializer.ticket(ticket));
	}

	#notifyOwner(tracker: TrackerRecord, event: 'tracker:create' | 'tracker:update'): void {
		const { hooks, serializer } = this.#options;
		hooks.emit('trackersUser', { owner: `~${tracker.owner}` }, event, serializer.tracker(tracker));
	}

	/**
	 * The contract delivers events to the hooks of the tracker's owner and of the ticket. With drift, `Hooks` changes
	 * the recipients.
	 */
	#emitEvent(ticket: TicketRecord, event: EventRecord): void {
		const { hooks, archive, serializer } = this.#options;
		const tracker = archive.trackerOf(ticket);
		const from = event.from === null ? undefined : archive.ticketAt(event.from);
		const audience = this.#whoMaySee(ticket, ...(from ? [from] : []));
		const form = serializer.event(event);
		hooks.emit('trackersUser', { owner: `~${tracker.owner}` }, 'event:create', form, audience);
		hooks.emit('ticket', ticketTarget(tracker, ticket), 'event:create', form, audience);
	}

	/** A hook receives only events of tickets that the holder of its token may see. */
	#whoMaySee(...tickets: readonly TicketRecord[]) {
		const { accounts, archive } = this.#options;
		return (token: string): boolean => {
			const caller = accounts.caller(token);
			if (!caller) return false;
			const who = { type: 'user' as const, ...shortUser(caller.account.name) };
			return tickets.every((ticket) =>
				ticketAccess(archive.trackerOf(ticket), ticket, who).includes('browse'),
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
