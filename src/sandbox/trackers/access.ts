import type { Participant } from '../../forge/shapes/people.ts';
import { permissions } from '../../forge/shapes/trackers.ts';
import type { Permission, Permissions, TicketRecord, TrackerRecord, Visibility } from './tracker-records.ts';

/** The permissions of a new tracker. */
export const defaultPermissions: Permissions = {
	anonymous: ['browse', 'submit', 'comment'],
	submitter: ['browse', 'comment', 'edit'],
	user: ['browse', 'submit', 'comment'],
};

/** The permissions of a private tracker. */
export const noPermissions: Permissions = { anonymous: [], submitter: [], user: [] };

const owns = (who: Participant, { owner }: TrackerRecord) =>
	who.type === 'user' && who.canonical_name.slice(1) === owner;

function isSame(one: Participant, other: Participant): boolean {
	if (one.type === 'user') return other.type === 'user' && one.canonical_name === other.canonical_name;
	if (one.type === 'email') {
		return other.type === 'email' && one.address.toLowerCase() === other.address.toLowerCase();
	}
	return other.type === 'external' && one.external_id === other.external_id;
}

/** A participant's permissions for a tracker. The owner may do everything. */
export function trackerAccess(tracker: TrackerRecord, who: Participant): readonly Permission[] {
	if (owns(who, tracker)) return permissions;
	if (tracker.visibility === 'PRIVATE') return [];
	return tracker.permissions[who.type === 'user' ? 'user' : 'anonymous'];
}

/** A participant's permissions for a ticket: the ticket's own or, if it has none, those of its tracker. */
export function ticketAccess(
	tracker: TrackerRecord,
	ticket: TicketRecord,
	who: Participant,
): readonly Permission[] {
	if (owns(who, tracker)) return permissions;
	if (tracker.visibility === 'PRIVATE') return [];
	const group = isSame(who, ticket.submitter) ? 'submitter' : who.type === 'user' ? 'user' : 'anonymous';
	return ticket.permissions[group] ?? tracker.permissions[group];
}

/** Who can see a tracker. A tracker without a visibility is public if other users can read it. */
export const visibilityOf = ({ visibility, permissions: { user } }: TrackerRecord): Visibility =>
	visibility ?? (user.includes('browse') ? 'PUBLIC' : 'PRIVATE');
