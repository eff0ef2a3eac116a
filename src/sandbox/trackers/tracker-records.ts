import type { Participant } from '../../forge/shapes/people.ts';
import type { eventTypes, permissions, resolutions, ticketStatuses } from '../../forge/shapes/trackers.ts';

export type Permission = (typeof permissions)[number];
export type EventType = (typeof eventTypes)[number];

/** The permissions of users other than the tracker's owner. `submitter` applies to tickets that the user opened. */
export interface Permissions {
	readonly anonymous: readonly Permission[];
	readonly submitter: readonly Permission[];
	readonly user: readonly Permission[];
}

/** A ticket's own permissions. Null means that its tracker's apply. */
export type OwnPermissions = { readonly [Who in keyof Permissions]: Permissions[Who] | null };

/** The progress of a ticket. The resolution is meaningful only if the status is resolved. */
export interface Standing {
	readonly status: (typeof ticketStatuses)[number];
	/** Only GraphQL can set `closed`. */
	readonly resolution: (typeof resolutions)[number] | 'closed';
}

export interface LabelRecord {
	readonly id: number;
	name: string;
	readonly created: string;
	colors: { readonly background: string; readonly text: string };
}

export interface CommentRecord {
	readonly id: number;
	readonly created: string;
	readonly submitter: Participant;
	readonly text: string;
}

/** Identifies a ticket for the lifetime of its tracker. */
export interface TicketKey {
	readonly tracker: number;
	readonly number: number;
}

export interface EventRecord {
	readonly id: number;
	readonly created: string;
	readonly types: readonly EventType[];
	readonly change: { readonly from: Standing; readonly to: Standing } | null;
	/** The author of the event. For mentions and assignments, the mentioned or assigned user. */
	readonly user: Participant | null;
	readonly ticket: TicketKey | null;
	readonly comment: CommentRecord | null;
	label: string | null;
	/** For mentions and assignments, the author of the event. */
	readonly by: Participant | null;
	/** For mentions, the ticket whose discussion contains them. */
	readonly from: TicketKey | null;
}

export interface TicketRecord {
	/** Unique in the forge. Users only see `number`, which counts within the tracker. */
	readonly id: number;
	readonly number: number;
	/** The tracker's id. */
	readonly tracker: number;
	title: string;
	description: string;
	readonly created: string;
	updated: string;
	readonly submitter: Participant;
	standing: Standing;
	permissions: OwnPermissions;
	labels: string[];
	/** Names of accounts. */
	assignees: string[];
	/** Oldest first. */
	readonly events: EventRecord[];
}

export interface TrackerRecord {
	readonly id: number;
	/** The account's name. */
	readonly owner: string;
	name: string;
	description: string;
	readonly created: string;
	updated: string;
	permissions: Permissions;
	/** Without it, the permissions alone decide who can see the tracker. */
	visibility?: Visibility;
	/** Oldest first, like the tickets. */
	labels: LabelRecord[];
	tickets: TicketRecord[];
	/** The highest number of a deleted ticket. */
	lastDeleted?: number;
}

/** Users other than the owner cannot see a private tracker, and do not find an unlisted one in lists. */
export type Visibility = 'PUBLIC' | 'UNLISTED' | 'PRIVATE';

/** The subscription of an account to a tracker or, if `ticket` is its number, to a ticket. */
export interface SubscriptionRecord {
	readonly id: number;
	readonly created: string;
	/** The account's name. */
	readonly account: string;
	readonly tracker: number;
	readonly ticket: number | null;
}

export interface TrackersState {
	/** The last id of each kind. */
	readonly last: { tracker: number; label: number; ticket: number; event: number; comment: number } & {
		subscription?: number;
	};
	trackers: TrackerRecord[];
	/** Oldest first. Missing until the first one. */
	subscriptions?: readonly SubscriptionRecord[];
}

export const noTrackers = (): TrackersState => ({
	last: { tracker: 0, label: 0, ticket: 0, event: 0, comment: 0 },
	trackers: [],
});
