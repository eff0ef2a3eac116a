import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { TicketRecord, TrackerRecord } from '../../../src/sandbox/trackers/tracker-records.ts';
import { mergeResolvers } from '../server/common-resolvers.ts';
import type { PageArgs } from '../server/cursors.ts';
import { AreaHooks, type HookConfig } from '../server/hooks/area-hooks.ts';
import { hookFields, payloadFields, subscriptionFields } from '../server/hooks/hook-fields.ts';
import type { Call, Resolvers } from '../server/resolvers.ts';
import { findTracker } from './subscription-fields.ts';
import { findTicket, type TicketArgs } from './ticket-mutations.ts';

interface IdArgs {
	readonly id: number;
}

interface ConfigArgs {
	readonly config: HookConfig;
}

/** The webhooks of trackers and tickets, and of what happens to those of an account. */
export function trackerHookFields(parts: GraphqlParts): Resolvers {
	const { archive } = parts.trackers;
	const area = new AreaHooks(parts, 'trackers', 'todo.sr.ht');
	const trackerTarget = ({ owner, name }: TrackerRecord) => ({ owner: `~${owner}`, tracker: name });
	const ticketTarget = (ticket: TicketRecord) => ({
		...trackerTarget(archive.trackerOf(ticket)),
		ticket: ticket.number,
	});
	return mergeResolvers(hookFields(parts, area, 'trackersUser'), {
		Tracker: {
			webhooks: (tracker: TrackerRecord, _: PageArgs, call: Call) =>
				area.page('tracker', trackerTarget(tracker), call),
			webhook: (tracker: TrackerRecord, { id }: IdArgs, call: Call) =>
				area.find('tracker', trackerTarget(tracker), id, call),
		},
		Ticket: {
			webhooks: (ticket: TicketRecord, _: PageArgs, call: Call) =>
				area.page('ticket', ticketTarget(ticket), call),
			webhook: (ticket: TicketRecord, { id }: IdArgs, call: Call) =>
				area.find('ticket', ticketTarget(ticket), id, call),
		},
		TrackerWebhookSubscription: subscriptionFields(parts),
		TicketWebhookSubscription: subscriptionFields(parts),
		TrackerEvent: payloadFields('tracker'),
		TicketEvent: payloadFields('ticket'),
		EventCreated: payloadFields('newEvent'),
		LabelEvent: payloadFields('label'),
		Mutation: {
			createTrackerWebhook: (
				_: unknown,
				{ trackerId, config }: ConfigArgs & { readonly trackerId: number },
				call: Call,
			) => {
				const tracker = findTracker(parts, trackerId, call.caller);
				return area.create('tracker', trackerTarget(tracker), config, call);
			},
			deleteTrackerWebhook: (_: unknown, { id }: IdArgs, call: Call) => area.remove('tracker', id, call),
			createTicketWebhook: (_: unknown, { config, ...args }: ConfigArgs & TicketArgs, call: Call) =>
				area.create('ticket', ticketTarget(findTicket(parts, args, call.caller)), config, call),
			deleteTicketWebhook: (_: unknown, { id }: IdArgs, call: Call) => area.remove('ticket', id, call),
		},
	});
}
