import type { Participant } from '../../../src/forge/shapes/people.ts';
import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Account } from '../../../src/sandbox/server/accounts.ts';
import type { EventRecord, TrackerRecord } from '../../../src/sandbox/trackers/tracker-records.ts';
import { mergeResolvers } from '../server/common-resolvers.ts';
import { type PageArgs, pageFields, pageOf } from '../server/cursors.ts';
import { orNull } from '../server/or-null.ts';
import type { Call, GraphqlArea } from '../server/resolvers.ts';
import { eventFields } from './event-fields.ts';
import { trackerHookFields } from './hook-fields.ts';
import { entityFields } from './people.ts';
import { subscriptionFields, subscriptionMutations } from './subscription-fields.ts';
import { ticketFields } from './ticket-fields.ts';
import { ticketMutations } from './ticket-mutations.ts';
import { trackerFields } from './tracker-fields.ts';
import { trackerMutations } from './tracker-mutations.ts';

/** The GraphQL of the trackers. It has the state, the operations and the permissions of REST. */
export function trackersArea(parts: GraphqlParts): GraphqlArea {
	const { accounts, drift, trackers } = parts;
	const { archive, authorizer } = trackers;
	return {
		required: drift.has('missing-ticket-nulls-tracker') ? ['Tracker.ticket'] : [],
		hasUsed: ({ name }) =>
			accounts.all.some((account) =>
				archive.ofOwner(account.name).some((tracker) => takesPart(tracker, name)),
			),
		resolvers: mergeResolvers(trackerHookFields(parts), {
			User: {
				tracker: ({ name }: Account, { name: tracker }: { name: string }, { caller }: Call) =>
					orNull(drift, () => authorizer.tracker({ owner: `~${name}`, tracker }, caller)),
				trackers: ({ name }: Account, args: PageArgs, { caller }: Call) => {
					const trackers = archive.ofOwner(name).filter((tracker) => authorizer.isListed(tracker, caller));
					return pageOf(trackers, ({ id }) => id, args);
				},
			},
			...trackerFields(parts),
			...ticketFields(parts),
			...eventFields(parts),
			...entityFields,
			...subscriptionFields(parts),
			Mutation: { ...trackerMutations(parts), ...ticketMutations(parts), ...subscriptionMutations(parts) },
			TrackerCursor: pageFields,
			LabelCursor: pageFields,
			TicketCursor: pageFields,
			EventCursor: pageFields,
		}),
	};
}

/** Whether a user owns a tracker, or has opened, changed or been given one of its tickets. */
function takesPart({ owner, tickets }: TrackerRecord, name: string): boolean {
	const isUser = (who: Participant | null) => who?.type === 'user' && who.canonical_name === `~${name}`;
	const acts = ({ user, by }: EventRecord) => isUser(user) || isUser(by);
	return owner === name || tickets.some(({ events }) => events.some(acts));
}
