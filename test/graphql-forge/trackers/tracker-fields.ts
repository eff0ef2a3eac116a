import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import { visibilityOf } from '../../../src/sandbox/trackers/access.ts';
import { participant } from '../../../src/sandbox/trackers/tickets.ts';
import type {
	LabelRecord,
	Permission,
	TrackerRecord,
} from '../../../src/sandbox/trackers/tracker-records.ts';
import { type PageArgs, pageOf } from '../server/cursors.ts';
import { orNull } from '../server/or-null.ts';
import { type Call, properties, type Resolvers } from '../server/resolvers.ts';
import { timestamp } from '../server/words.ts';
import { entityOf } from './people.ts';

/** A label with its tracker. */
export interface LabelSource {
	readonly tracker: TrackerRecord;
	readonly label: LabelRecord;
}

const accessFields = properties('browse', 'submit', 'comment', 'edit', 'triage');

const accessSource = (permissions: readonly Permission[]) => ({
	__typename: 'DefaultACL',
	...Object.fromEntries(
		(['browse', 'submit', 'comment', 'edit', 'triage'] as const).map((name) => [
			name,
			permissions.includes(name),
		]),
	),
});

/** The fields of trackers, labels and permissions. */
export function trackerFields({
	accounts,
	drift,
	trackers: { authorizer, subscriptions },
}: GraphqlParts): Resolvers {
	return {
		Tracker: {
			...properties('id', 'name'),
			created: ({ created }: TrackerRecord) => timestamp(created),
			updated: ({ updated }: TrackerRecord) => timestamp(updated),
			owner: ({ owner }: TrackerRecord) => entityOf(participant(owner), accounts),
			description: ({ description }: TrackerRecord) => description || null,
			visibility: visibilityOf,
			ticket: ({ owner, name }: TrackerRecord, { id }: { id: number }, { caller }: Call) =>
				orNull(drift, () =>
					authorizer.ticket({ owner: `~${owner}`, tracker: name, ticket: String(id) }, caller),
				),
			tickets: (tracker: TrackerRecord, args: PageArgs, { caller }: Call) =>
				pageOf(authorizer.visibleTickets(tracker, caller), ({ number }) => number, args),
			label: (tracker: TrackerRecord, { name }: { name: string }): LabelSource | null => {
				const label = tracker.labels.find((one) => one.name === name);
				return label ? { tracker, label } : null;
			},
			labels: (tracker: TrackerRecord, args: PageArgs) => {
				const labels = tracker.labels.map((label): LabelSource => ({ tracker, label }));
				return pageOf(labels, ({ label }) => label.id, args);
			},
			subscription: (tracker: TrackerRecord, _: unknown, { caller }: Call) =>
				subscriptions.find(caller.account.name, tracker),
			acl: (tracker: TrackerRecord, _: unknown, { caller }: Call) =>
				accessSource(authorizer.access(tracker, caller)),
			defaultACL: ({ permissions }: TrackerRecord) => accessSource(permissions.user),
		},
		DefaultACL: accessFields,
		Label: {
			id: ({ label }: LabelSource) => label.id,
			created: ({ label }: LabelSource) => timestamp(label.created),
			name: ({ label }: LabelSource) => label.name,
			tracker: ({ tracker }: LabelSource) => tracker,
			backgroundColor: ({ label }: LabelSource) => label.colors.background,
			foregroundColor: ({ label }: LabelSource) => label.colors.text,
			tickets: ({ tracker, label }: LabelSource, args: PageArgs, { caller }: Call) => {
				const tickets = authorizer
					.visibleTickets(tracker, caller)
					.filter(({ labels }) => labels.includes(label.name));
				return pageOf(tickets, ({ number }) => number, args);
			},
		},
	};
}
