import { ForgeError } from '../../../forge/contract/errors.ts';
import { parseTime } from '../../../forge/contract/read.ts';
import { resolutions, type Ticket, ticketStatuses } from '../../../forge/shapes/trackers.ts';
import { refOf, type TicketKey } from '../../../platform/model/keys.ts';
import type { NamedChange } from '../../model/describe-change.ts';

export type Status = (typeof ticketStatuses)[number];
export type Resolution = (typeof resolutions)[number];

/** The requested change of a ticket. Absent fields stay as they are. */
export interface RequestedChange extends NamedChange {
	readonly status?: Status;
	readonly resolution?: Resolution;
}

/** The change as it is requested from the forge, where a comment names the original of a duplicate. */
export const withOriginalInComment = ({ duplicateOf, ...change }: RequestedChange): RequestedChange =>
	duplicateOf === undefined
		? change
		: { ...change, comment: [duplicateComment(duplicateOf), change.comment].filter(Boolean).join('\n\n') };

/** The comment that names the original of a duplicate, so that the forge links to it: `Duplicate of #27`. */
export const duplicateComment = (original: string): string => `Duplicate of ${original}`;

/** The status and resolution of a ticket, as the server names them. */
export type TicketState = Pick<Ticket, 'status' | 'resolution'>;
/** The part of a change that concerns the state. */
export type StateChange = Pick<RequestedChange, 'status' | 'resolution'>;

/** The ticket as the user saw it when they decided. Conflicts are found by comparing it with the current ticket. */
export interface TicketBase extends Pick<Ticket, 'status' | 'resolution' | 'labels'> {
	readonly title?: string;
	readonly assignees?: Ticket['assignees'];
	readonly created?: string;
}

/**
 * Whether both are the same ticket, as far as the forge says when they were created. After a tracker was renamed or deleted, its name can
 * belong to another one, whose ticket has the same number.
 */
export function isSameTicket(one: Pick<TicketBase, 'created'>, other: Pick<TicketBase, 'created'>): boolean {
	const [time, otherTime] = [parseTime(one.created), parseTime(other.created)];
	// Forges write the same time with or without its fraction, or rounded.
	return time === undefined || otherTime === undefined || Math.abs(time - otherTime) <= 1000;
}

/** For a change that would have been made to another ticket. `outcome` says what was not done. */
export const anotherTicketError = (key: TicketKey, outcome: string): ForgeError =>
	new ForgeError(
		'refused',
		`${refOf(key)} is now a different ticket, because another tracker has taken the name. ${outcome}`,
	);

export const ticketStateOf = ({ status, resolution }: TicketState): TicketState => ({ status, resolution });

export const isStatus = (word: string): word is Status => ticketStatuses.some((known) => known === word);
export const isResolution = (word: string): word is Resolution => resolutions.some((known) => known === word);

/** The labels of the ticket after the change: its current ones and the added ones, without the removed ones. */
export function wantedLabels(ticket: Pick<Ticket, 'labels'>, change: RequestedChange): readonly string[] {
	const removed = new Set(change.removeLabels);
	const kept = ticket.labels.filter((name) => !removed.has(name));
	return [...new Set([...kept, ...(change.addLabels ?? []).filter((name) => !removed.has(name))])];
}

/** The names of the ticket's assignees after the change. */
export function wantedAssignees({ assignees = [] }: TicketBase, change: RequestedChange): readonly string[] {
	const names = [...assignees.map((who) => who.canonical_name), ...(change.assign ?? [])];
	return [...new Set(names)].filter((name) => !change.unassign?.includes(name));
}

/** The change without the parts that the ticket already has: those need no request and no notification. */
export function remainingChange(ticket: TicketBase, change: RequestedChange): RequestedChange {
	const { comment, duplicateOf } = change;
	const changesState = !isReached(ticket, change);
	const wanted = wantedLabels(ticket, change);
	const addLabels = wanted.filter((name) => !ticket.labels.includes(name));
	const removeLabels = ticket.labels.filter((name) => !wanted.includes(name));
	const assignees = ticket.assignees?.map((who) => who.canonical_name) ?? [];
	const assign = change.assign?.filter((name) => !assignees.includes(name)) ?? [];
	const unassign = change.unassign?.filter((name) => assignees.includes(name)) ?? [];
	return {
		...(comment !== undefined && comment !== '' && { comment }),
		...(changesState && change.status !== undefined && { status: change.status }),
		...(changesState && change.resolution !== undefined && { resolution: change.resolution }),
		...(changesState && duplicateOf !== undefined && { duplicateOf }),
		...(addLabels.length + removeLabels.length > 0 && { addLabels, removeLabels }),
		...(assign.length > 0 && { assign }),
		...(unassign.length > 0 && { unassign }),
		...(change.title !== undefined && change.title !== ticket.title && { title: change.title }),
	};
}

/** Whether the ticket has the wanted status and resolution. A resolution counts only on a resolved ticket. */
export function isReached(ticket: TicketState, { status, resolution }: RequestedChange): boolean {
	if (status !== undefined && ticket.status !== status) return false;
	return resolution === undefined || ticket.status !== 'resolved' || ticket.resolution === resolution;
}

export type TicketField = 'status' | 'resolution' | 'labels' | 'title';

/**
 * The fields on which the change depends and that another user has changed since `base` was seen: the user decided on outdated
 * values. If the other user made the same change, there is no conflict.
 */
export function conflictingFields(
	base: TicketBase,
	now: TicketBase,
	change: RequestedChange,
): readonly TicketField[] {
	const fields: TicketField[] = [];
	if ((change.status ?? change.resolution) !== undefined && !isReached(now, change)) {
		if (now.status !== base.status) fields.push('status');
		else if (now.status === 'resolved' && now.resolution !== base.resolution) fields.push('resolution');
	}
	const wasRemoved = change.addLabels?.some(
		(name) => base.labels.includes(name) && !now.labels.includes(name),
	);
	const wasAdded = change.removeLabels?.some(
		(name) => !base.labels.includes(name) && now.labels.includes(name),
	);
	if (wasRemoved || wasAdded) fields.push('labels');
	const { title } = change;
	if (title !== undefined && base.title !== undefined && now.title !== base.title && now.title !== title)
		fields.push('title');
	return fields;
}
