import { type EventName, eventsOf, type Family } from './families.ts';

/** What GraphQL calls the events of each family. It does not have the others. */
const names: { readonly [F in Family]: Readonly<Partial<Record<EventName<F> | 'event:create', string>>> } = {
	listsUser: {
		/** Servers accept it, but current ones never send it. */
		'email:received': 'EMAIL_RECEIVED',
		'list:create': 'LIST_CREATED',
	},
	list: {
		/** Sent again for each later mail of the thread. */
		'patchset:received': 'PATCHSET_RECEIVED',
		'post:received': 'EMAIL_RECEIVED',
		'list:update': 'LIST_UPDATED',
	},
	repositoriesUser: {
		'repo:create': 'REPO_CREATED',
		'repo:update': 'REPO_UPDATE',
		'repo:delete': 'REPO_DELETED',
	},
	repository: { 'repo:post-update': 'GIT_POST_RECEIVE' },
	trackersUser: {
		'tracker:create': 'TRACKER_CREATED',
		'tracker:update': 'TRACKER_UPDATE',
		'tracker:delete': 'TRACKER_DELETED',
		/** Only for tickets that the user submits. */
		'ticket:create': 'TICKET_CREATED',
	},
	tracker: {
		'label:create': 'LABEL_CREATED',
		'label:delete': 'LABEL_DELETED',
		'ticket:create': 'TICKET_CREATED',
		'event:create': 'EVENT_CREATED',
	},
	ticket: { 'ticket:update': 'TICKET_UPDATE', 'event:create': 'EVENT_CREATED' },
};

const namesOf = (family: Family) => Object.entries<string | undefined>(names[family]);

/** The name of an event in GraphQL. Undefined if the family does not have it there. */
export const graphqlName = (family: Family, event: string): string | undefined =>
	eventsOf(family).includes(event) ? namesOf(family).find(([one]) => one === event)?.[1] : undefined;

/** The event of the contract that GraphQL calls by this name. A name that is not in the contract stays as it is. */
export const contractName = (family: Family, name: string): string =>
	namesOf(family).find(([, one]) => one === name)?.[0] ?? name;

/** The order matters: `EMAIL_RECEIVED` is in two families, and counts as a mail to a list, because only hooks of lists send it. */
const byName = new Map(
	(Object.keys(names) as Family[]).flatMap((family) =>
		namesOf(family).map(([event, name]) => [name, event] as const),
	),
);

/** The event of the contract that a delivery in GraphQL names. Undefined if it is in REST, or names none. */
export const deliveredEvent = (name: string): string | undefined => byName.get(name);
