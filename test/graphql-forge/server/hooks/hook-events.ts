/** The events that the hooks of each kind can have. */
const events = {
	UserWebhookSubscription: [
		'LIST_CREATED',
		'LIST_UPDATED',
		'LIST_DELETED',
		'EMAIL_RECEIVED',
		'PATCHSET_RECEIVED',
		'REPO_CREATED',
		'REPO_UPDATE',
		'REPO_DELETED',
		'TRACKER_CREATED',
		'TRACKER_UPDATE',
		'TRACKER_DELETED',
		'TICKET_CREATED',
	],
	MailingListWebhookSubscription: ['LIST_UPDATED', 'LIST_DELETED', 'EMAIL_RECEIVED', 'PATCHSET_RECEIVED'],
	GitWebhookSubscription: ['GIT_PRE_RECEIVE', 'GIT_POST_RECEIVE'],
	TrackerWebhookSubscription: [
		'TRACKER_UPDATE',
		'TRACKER_DELETED',
		'TICKET_CREATED',
		'TICKET_UPDATE',
		'TICKET_DELETED',
		'LABEL_CREATED',
		'LABEL_UPDATE',
		'LABEL_DELETED',
		'EVENT_CREATED',
	],
	TicketWebhookSubscription: ['TICKET_UPDATE', 'TICKET_DELETED', 'EVENT_CREATED'],
} as const;

/** The types of hooks. */
export type HookType = keyof typeof events;

/** Whether hooks of a type can have an event. */
export const isSupported = (type: HookType, event: string): boolean =>
	events[type].some((one) => one === event);

/** What tells of an event, and the grant that a hook needs for it, by the beginning of its name. */
const kinds: Readonly<Record<string, { readonly payload: string; readonly scope: string }>> = {
	LIST: { payload: 'MailingListEvent', scope: 'LISTS' },
	EMAIL: { payload: 'EmailEvent', scope: 'EMAILS' },
	PATCHSET: { payload: 'PatchsetEvent', scope: 'PATCHES' },
	REPO: { payload: 'RepositoryEvent', scope: 'REPOSITORIES' },
	GIT: { payload: 'GitEvent', scope: 'OBJECTS' },
	TRACKER: { payload: 'TrackerEvent', scope: 'TRACKERS' },
	TICKET: { payload: 'TicketEvent', scope: 'TICKETS' },
	EVENT: { payload: 'EventCreated', scope: 'EVENTS' },
	LABEL: { payload: 'LabelEvent', scope: 'TRACKERS' },
};

/** The type of an event's payload, and the grant that a hook needs for it. */
export function kindOf(event: string) {
	const kind = kinds[event.replace(/_.*/, '')];
	if (!kind) throw new Error(`${event} is not an event.`);
	return kind;
}
