import type { Ticket, Tracker } from '../../forge/shapes/trackers.ts';

interface PermissionInput {
	readonly ticket: Ticket | undefined;
	/** The tracker's permissions, used where the ticket states none; undefined if they are unknown. */
	readonly permissions: Tracker['default_permissions'] | undefined;
	/** The user who is signed in, with the tilde. */
	readonly me: string | undefined;
	/** The owner of the tracker, with the tilde. */
	readonly owner: string;
}

/** Whether the user may comment on or triage a ticket. True if no permissions are known: the forge checks each request itself. */
export function isPermitted(
	what: 'comment' | 'triage',
	{ ticket, permissions, me, owner }: PermissionInput,
): boolean {
	if (me === owner) return true;
	const submitter = ticket?.submitter;
	// An unknown submitter may be the user.
	const mayBeMine = !submitter || (submitter.type === 'user' && submitter.canonical_name === me);
	const permissionsOf = (whom: 'user' | 'submitter') => ticket?.permissions?.[whom] ?? permissions?.[whom];
	const lists = [permissionsOf('user'), mayBeMine ? permissionsOf('submitter') : null].filter(
		(list) => list !== null && list !== undefined,
	);
	return lists.length === 0 || lists.some((list) => list.some((one) => one === what));
}
