import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Account } from '../../../src/sandbox/server/accounts.ts';
import { type PageArgs, pageFields, pageOf } from '../server/cursors.ts';
import type { Call, GraphqlArea } from '../server/resolvers.ts';
import { eventFields } from './event-fields.ts';
import { orNull } from './or-null.ts';
import { entityFields } from './people.ts';
import { subscriptionFields, subscriptionMutations } from './subscription-fields.ts';
import { ticketFields } from './ticket-fields.ts';
import { ticketMutations } from './ticket-mutations.ts';
import { trackerFields } from './tracker-fields.ts';
import { trackerMutations } from './tracker-mutations.ts';

/** The GraphQL of the trackers. It has the state, the operations and the permissions of REST. */
export function trackersArea(parts: GraphqlParts): GraphqlArea {
	const { archive, authorizer } = parts.trackers;
	return {
		service: 'todo.sr.ht',
		drift: parts.drift,
		resolvers: {
			User: {
				tracker: ({ name }: Account, { name: tracker }: { name: string }, { caller }: Call) =>
					orNull(() => authorizer.tracker({ owner: `~${name}`, tracker }, caller)),
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
			ActivitySubscriptionCursor: pageFields,
		},
	};
}
