import type { trackerRows } from '../../forge/rows/trackers.ts';
import { user } from '../server/accounts.ts';
import type { Quirk } from '../server/drift.ts';
import { invalid } from '../server/refusal.ts';
import type { Handlers, Slice } from '../server/serve.ts';
import { noPermissions } from './access.ts';
import type { Archive } from './archive.ts';
import { type Authorizer, asParticipant } from './authorizer.ts';
import type { Catalogue } from './catalogue.ts';
import type { TrackerSerializer } from './serializer.ts';
import type { Permission, TicketRecord } from './tracker-records.ts';

export type TrackerHandlers = Handlers<typeof trackerRows>;

interface HandlerOptions {
	readonly trackers: Catalogue;
	readonly archive: Archive;
	readonly authorizer: Authorizer;
	readonly serializer: TrackerSerializer;
	readonly drift: ReadonlySet<Quirk>;
	readonly didOpen: (ticket: TicketRecord) => void;
	readonly didChange: (ticket: TicketRecord) => void;
}

const pageSize = 50;

/**
 * A page of tickets, newest first. It is made here so that only the tickets of this page are converted, and because the
 * `next` of real servers is an id that their `start` does not accept.
 */
function ticketPage(
	tickets: readonly TicketRecord[],
	start: string | null,
	drift: ReadonlySet<Quirk>,
): Slice<TicketRecord> {
	const from = Number(start || Number.POSITIVE_INFINITY);
	const last = tickets.findLastIndex(({ number }) => Number.isNaN(from) || number <= from);
	const rest = tickets.slice(Math.max(0, last - pageSize), last + 1).reverse();
	const next = rest[pageSize];
	return {
		rows: drift.has('page-of-51') ? rest : rest.slice(0, pageSize),
		next: next ? String(drift.has('ticket-next-is-global') ? next.id : next.number) : null,
		total: tickets.length,
	};
}

/** The handlers of the tracker area. */
export function trackerHandlers({
	trackers,
	archive,
	authorizer,
	serializer,
	drift,
	didOpen,
	didChange,
}: HandlerOptions): TrackerHandlers {
	return {
		user: ({ params, caller }) => user(authorizer.subject(params.owner, caller)),
		trackers: ({ params, caller }) =>
			archive
				.ofOwner(authorizer.subject(params.owner, caller).name)
				.filter((tracker) => authorizer.isListed(tracker, caller))
				.map((tracker) => serializer.tracker(tracker))
				.reverse(),
		createTracker: ({ body, caller }) => {
			const { visibility, ...details } = body;
			if (visibility === undefined && drift.has('visibility-required')) {
				throw invalid('visibility', 'visibility is required');
			}
			const permissions = visibility === 'PRIVATE' ? { permissions: noPermissions } : {};
			return serializer.tracker(trackers.create(caller.account.name, { ...details, ...permissions }));
		},
		tracker: ({ params, caller }) => serializer.tracker(authorizer.tracker(params, caller, 'browse')),
		updateTracker: ({ params, body, caller }) => {
			const tracker = authorizer.ownTracker(params, caller);
			if (body.description !== undefined) trackers.update(tracker, body);
			return serializer.tracker(tracker);
		},
		deleteTracker: ({ params, caller }) => {
			trackers.delete(authorizer.ownTracker(params, caller));
		},
		labels: ({ params, caller }) => {
			const tracker = authorizer.tracker(params, caller, 'browse');
			return tracker.labels.map((label) => serializer.label(tracker, label)).reverse();
		},
		tickets: ({ params, caller, query }) => {
			const tracker = authorizer.tracker(params, caller, 'browse');
			const page = ticketPage(authorizer.visibleTickets(tracker, caller), query.get('start'), drift);
			return { ...page, rows: page.rows.map((ticket) => serializer.ticket(ticket)) };
		},
		createTicket: ({ params, body, caller }) => {
			const tracker = authorizer.tracker(params, caller, 'submit');
			return serializer.ticket(trackers.tickets.open(tracker, asParticipant(caller), body));
		},
		ticket: ({ params, caller }) =>
			serializer.ticket(authorizer.ticket(params, caller, { absent: authorizer.absentTicket })),
		updateTicket: ({ params, body, caller }) => {
			const needed: Permission[] = [];
			if (body.comment !== undefined) needed.push('comment');
			const isTriage = (body.status ?? body.resolution ?? body.labels) !== undefined;
			if (isTriage) needed.push('triage');
			const ticket = authorizer.ticket(params, caller, { needed, absent: authorizer.absentTicket });
			const events = trackers.tickets.update(ticket, asParticipant(caller), body, drift);
			const answer = {
				ticket: serializer.ticket(ticket),
				events: events.map((event) => serializer.event(event)),
			};
			didChange(ticket);
			return answer;
		},
		events: ({ params, caller }) => {
			const ticket = authorizer.ticket(params, caller);
			didOpen(ticket);
			return ticket.events
				.filter((event) => authorizer.maySee(event, caller))
				.map((event) => serializer.event(event))
				.reverse();
		},
	};
}
