import type { Participant } from '../../forge/shapes/people.ts';
import type { eventTypes, permissions, resolutions, ticketStatuses } from '../../forge/shapes/trackers.ts';

export type Permission = (typeof permissions)[number];
export type EventType = (typeof eventTypes)[number];

/** What a tracker allows to those who are not its owner; `submitter` is for the ticket that they opened. */
export interface Permissions {
	readonly anonymous: readonly Permission[];
	readonly submitter: readonly Permission[];
	readonly user: readonly Permission[];
}

/** A ticket's own permissions; null where its tracker's apply. */
export type OwnPermissions = { readonly [Who in keyof Permissions]: Permissions[Who] | null };

/** How far a ticket is. Its resolution says something only when it is resolved. */
export interface Standing {
	readonly status: (typeof ticketStatuses)[number];
	readonly resolution: (typeof resolutions)[number];
}

export interface LabelRecord {
	readonly id: number;
	readonly name: string;
	readonly created: string;
	readonly colors: { readonly background: string; readonly text: string };
}

export interface CommentRecord {
	readonly id: number;
	readonly created: string;
	readonly submitter: Participant;
	readonly text: string;
}

/** Names a ticket for as long as its tracker is there. */
export interface TicketKey {
	readonly tracker: number;
	readonly number: number;
}

export interface EventRecord {
	readonly id: number;
	readonly created: string;
	readonly types: readonly EventType[];
	readonly change: { readonly from: Standing; readonly to: Standing } | null;
	/** Who did it; for mentions and assignments whom it is about. */
	readonly user: Participant | null;
	readonly ticket: TicketKey | null;
	readonly comment: CommentRecord | null;
	readonly label: string | null;
	/** For mentions and assignments who did it. */
	readonly by: Participant | null;
	/** For mentions the ticket whose discussion they stand in. */
	readonly from: TicketKey | null;
}

export interface TicketRecord {
	/** Unique in the forge; people only see `number`, which counts within the tracker. */
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
	/** The oldest first. */
	readonly events: EventRecord[];
}

export interface TrackerRecord {
	readonly id: number;
	/** The account's name. */
	readonly owner: string;
	readonly name: string;
	description: string;
	readonly created: string;
	updated: string;
	permissions: Permissions;
	/** The oldest first, as are the tickets: number n is the nth. */
	labels: LabelRecord[];
	readonly tickets: TicketRecord[];
}

export interface TrackersState {
	/** The last id of each kind. */
	readonly last: { tracker: number; label: number; ticket: number; event: number; comment: number };
	trackers: TrackerRecord[];
}

export const noTrackers = (): TrackersState => ({
	last: { tracker: 0, label: 0, ticket: 0, event: 0, comment: 0 },
	trackers: [],
});
