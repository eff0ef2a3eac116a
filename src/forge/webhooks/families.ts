import type { Read, Shape } from '../contract/read.ts';
import { Email, List, Patchset, Subscription } from '../shapes/lists.ts';
import { Push, Repository } from '../shapes/repositories.ts';
import { Label, Ticket, TicketEvent, Tracker } from '../shapes/trackers.ts';
import { Gone } from '../shapes/webhooks.ts';

export type Area = 'lists' | 'repositories' | 'trackers';

interface HookEvent<Body> {
	/** The scope that a token needs to subscribe to the event. */
	readonly scope: string;
	readonly body: Shape<Body>;
}

const event = <Body>(scope: string, body: Shape<Body>): HookEvent<Body> => ({ scope, body });

/** Section 6 of the contract, in its order: where webhooks can be created, and their events. Reasons: docs/decisions/every-event.md. */
export const families = {
	listsUser: {
		area: 'lists',
		path: '/api/user',
		events: {
			'email:received': event('emails:read', Email),
			'list:create': event('lists:read', List),
			'subscription:create': event('subs:read', Subscription),
			/** Real servers also send this when the user subscribes. Only a request shows whether the subscription exists. */
			'subscription:remove': event('subs:read', Gone),
		},
	},
	list: {
		area: 'lists',
		path: '/api/user/:owner/lists/:list',
		events: {
			'patchset:received': event('patches:read', Patchset),
			'post:received': event('lists:read', Email),
			'list:update': event('lists:read', List),
		},
	},
	repositoriesUser: {
		area: 'repositories',
		path: '/api/user',
		events: {
			'repo:create': event('info:read', Repository),
			'repo:update': event('info:read', Repository),
			'repo:delete': event('info:read', Gone),
		},
	},
	repository: {
		area: 'repositories',
		path: '/api/:owner/repos/:repository',
		events: {
			'repo:post-update': event('data:read', Push),
		},
	},
	trackersUser: {
		area: 'trackers',
		path: '/api/user',
		events: {
			'tracker:create': event('trackers:read', Tracker),
			'tracker:update': event('trackers:read', Tracker),
			'tracker:delete': event('trackers:read', Gone),
			'ticket:create': event('tickets:read', Ticket),
			/** Real servers send this event to the hooks of the tracker: see `inPractice`. */
			'event:create': event('tickets:read', TicketEvent),
		},
	},
	tracker: {
		area: 'trackers',
		path: '/api/user/:owner/trackers/:tracker',
		events: {
			'label:create': event('trackers:read', Label),
			'label:delete': event('trackers:read', Gone),
			'ticket:create': event('tickets:read', Ticket),
		},
	},
	ticket: {
		area: 'trackers',
		path: '/api/user/:owner/trackers/:tracker/tickets/:ticket',
		events: {
			'ticket:update': event('tickets:read', Ticket),
			'event:create': event('tickets:read', TicketEvent),
		},
	},
} as const satisfies Record<
	string,
	{ readonly area: Area; readonly path: string; readonly events: Record<string, HookEvent<unknown>> }
>;

export type Family = keyof typeof families;

/** Events that real servers send to other families than those of the contract. */
const inPractice: { readonly [F in Family]?: readonly string[] } = {
	tracker: ['event:create'] satisfies readonly EventName<'ticket'>[],
};

/** The events that a family can have, by the contract or in practice. No server has all: `subscribe` finds out which it has. */
export const eventsOf = (family: Family): readonly string[] => [
	...Object.keys(families[family].events),
	...(inPractice[family] ?? []),
];

const uncertain: ReadonlySet<string> = new Set(Object.values(inPractice).flat());

/** Whether some forges send the event to other families, so that they refuse it here. */
export const isUncertain = (event: string): boolean => uncertain.has(event);

export type EventName<F extends Family> = keyof (typeof families)[F]['events'] & string;
export type EventBody<F extends Family, E extends EventName<F>> = (typeof families)[F]['events'][E] extends {
	body: infer S;
}
	? Read<S>
	: never;
