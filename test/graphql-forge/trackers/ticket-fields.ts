import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import { participant } from '../../../src/sandbox/trackers/tickets.ts';
import type { TicketRecord } from '../../../src/sandbox/trackers/tracker-records.ts';
import { type PageArgs, pageOf } from '../server/cursors.ts';
import type { Call, Resolvers } from '../server/resolvers.ts';
import { enumValue, timestamp } from '../server/words.ts';
import { visibleEvents } from './event-fields.ts';
import { entityOf } from './people.ts';
import type { LabelSource } from './tracker-fields.ts';

/** The fields of tickets, except their events. */
export function ticketFields(parts: GraphqlParts): Resolvers {
	const { accounts, trackers } = parts;
	const { archive } = trackers;
	return {
		Ticket: {
			id: ({ number }: TicketRecord) => number,
			created: ({ created }: TicketRecord) => timestamp(created),
			updated: ({ updated }: TicketRecord) => timestamp(updated),
			submitter: ({ submitter }: TicketRecord) => entityOf(submitter, accounts),
			tracker: (ticket: TicketRecord) => archive.trackerOf(ticket),
			ref: (ticket: TicketRecord) => {
				const { owner, name } = archive.trackerOf(ticket);
				return `~${owner}/${name}#${ticket.number}`;
			},
			subject: ({ title }: TicketRecord) => title,
			body: ({ description }: TicketRecord) => description || null,
			status: ({ standing }: TicketRecord) => enumValue(standing.status),
			resolution: ({ standing }: TicketRecord) => enumValue(standing.resolution),
			labels: (ticket: TicketRecord): readonly LabelSource[] => {
				const tracker = archive.trackerOf(ticket);
				return tracker.labels
					.filter(({ name }) => ticket.labels.includes(name))
					.map((label) => ({ tracker, label }));
			},
			assignees: ({ assignees }: TicketRecord) =>
				assignees.map((name) => entityOf(participant(name), accounts)),
			subscription: (ticket: TicketRecord, _: unknown, { caller }: Call) =>
				trackers.subscriptions.find(caller.account.name, archive.trackerOf(ticket), ticket),
			events: (ticket: TicketRecord, args: PageArgs, { caller }: Call) => {
				trackers.didOpen(ticket);
				return pageOf(visibleEvents(ticket, parts, caller), ({ id }) => id, args);
			},
		},
	};
}
