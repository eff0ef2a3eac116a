import type { Ticket, Tracker } from '../../forge/shapes/trackers.ts';

interface TrackerPermissionInput {
	/** The tracker's permissions; undefined if they are unknown. */
	readonly permissions: Tracker['default_permissions'] | undefined;
	/** What the forge says that the user may do in the tracker; null or undefined if it does not say. */
	readonly access: Tracker['access'] | undefined;
	/** The user who is signed in, with the tilde. */
	readonly me: string | undefined;
	/** The owner of the tracker, with the tilde. */
	readonly owner: string;
}

interface PermissionInput extends TrackerPermissionInput {
	/** Its permissions, if it states some, count instead of the tracker's. */
	readonly ticket: Ticket | undefined;
}

/** What a user may want to do with a ticket. */
export type TicketAction = (typeof ticketActions)[number];

export const ticketActions = ['comment', 'triage', 'assign', 'edit', 'delete'] as const;

const needed = {
	comment: 'comment',
	triage: 'triage',
	assign: 'triage',
	edit: 'edit',
	delete: 'edit',
} as const;

/**
 * Whether the user may do something with a ticket. True if the permissions are not known: the forge checks each request itself. If the forge says
 * what this user may do in the tracker, the permissions of users in general do not matter, and what a submitter may do with their own ticket is
 * left to the forge.
 */
export function isPermitted(
	what: TicketAction,
	{ ticket, permissions, access, me, owner }: PermissionInput,
): boolean {
	if (me === owner) return true;
	const submitter = ticket?.submitter;
	// An unknown submitter may be the user. Submitters have no more rights than others to delete.
	const mayBeMine =
		what !== 'delete' && (!submitter || (submitter.type === 'user' && submitter.canonical_name === me));
	const right = needed[what];
	if (access) return mayBeMine || access.includes(right);
	const mayDo = (whom: 'user' | 'submitter') =>
		(ticket?.permissions?.[whom] ?? permissions?.[whom])?.includes(right) ?? true;
	return mayDo('user') || (mayBeMine && mayDo('submitter'));
}

/**
 * Whether the user may submit tickets to a tracker. True if the forge does not say what this user may do: they may have a right that users in
 * general do not have.
 */
export const maySubmit = ({ access, me, owner }: Omit<TrackerPermissionInput, 'permissions'>): boolean =>
	me === owner || !access || access.includes('submit');

/** Why a ticket cannot be submitted to a tracker of another user. */
export const noSubmitMessage = (tracker: string): string =>
	`You don't have permission to submit tickets to ${tracker}.`;
