import { resolutions, type Ticket, ticketStatuses } from '../../forge/shapes/trackers.ts';

export type Status = (typeof ticketStatuses)[number];
export type Resolution = (typeof resolutions)[number];

/** What is to become of a ticket; what is not named stays. */
export interface Change {
	readonly comment?: string;
	readonly status?: Status;
	readonly resolution?: Resolution;
	readonly addLabels?: readonly string[];
	readonly removeLabels?: readonly string[];
}

/** How far a ticket is, in the server's words. */
export type Standing = Pick<Ticket, 'status' | 'resolution'>;

export const standing = ({ status, resolution }: Standing): Standing => ({ status, resolution });

export const isStatus = (word: string): word is Status => ticketStatuses.some((known) => known === word);
export const isResolution = (word: string): word is Resolution => resolutions.some((known) => known === word);

/** The labels that a ticket shall have: those that it has now, with what is added, without what is removed. */
export function wantedLabels(ticket: Pick<Ticket, 'labels'>, change: Change): readonly string[] {
	const removed = new Set(change.removeLabels);
	const kept = ticket.labels.filter((name) => !removed.has(name));
	return [...new Set([...kept, ...(change.addLabels ?? []).filter((name) => !removed.has(name))])];
}

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
	one.length === other.length && one.every((name) => other.includes(name));

/** A change without what is so already: nobody has to be asked for that, and nobody to be told. */
export function needed(ticket: Ticket, change: Change): Change {
	const { comment, addLabels = [], removeLabels = [] } = change;
	const moves = !isReached(ticket, change);
	return {
		...(comment !== undefined && comment !== '' && { comment }),
		...(moves && change.status !== undefined && { status: change.status }),
		...(moves && change.resolution !== undefined && { resolution: change.resolution }),
		...(!sameNames(ticket.labels, wantedLabels(ticket, change)) && { addLabels, removeLabels }),
	};
}

/** Whether a ticket stands where a change wants it. Only a resolved one has a resolution that says something. */
export function isReached(ticket: Standing, { status, resolution }: Change): boolean {
	if (status !== undefined && ticket.status !== status) return false;
	return resolution === undefined || ticket.status !== 'resolved' || ticket.resolution === resolution;
}

export type Field = 'status' | 'resolution' | 'labels';

/**
 * What somebody else has changed since `base` was seen, as far as the change is about it: then it was decided on what is
 * not so any more. Who wanted the same is no obstacle.
 */
export function overtaken(base: Ticket, now: Ticket, change: Change): readonly Field[] {
	const fields: Field[] = [];
	if ((change.status ?? change.resolution) !== undefined && !isReached(now, change)) {
		if (now.status !== base.status) fields.push('status');
		else if (now.status === 'resolved' && now.resolution !== base.resolution) fields.push('resolution');
	}
	const wasTaken = change.addLabels?.some((name) => base.labels.includes(name) && !now.labels.includes(name));
	const wasGiven = change.removeLabels?.some(
		(name) => !base.labels.includes(name) && now.labels.includes(name),
	);
	if (wasTaken || wasGiven) fields.push('labels');
	return fields;
}

/**
 * What takes a change back that made `after` of `before`; null where the API has no way: what was said stays said, and
 * some forges know words that cannot be asked for, or reach only some of the statuses.
 */
export function inverse(
	before: Ticket,
	after: Ticket,
	{ resolveOnly = false }: { readonly resolveOnly?: boolean } = {},
): Change | null {
	const addLabels = before.labels.filter((name) => !after.labels.includes(name));
	const removeLabels = after.labels.filter((name) => !before.labels.includes(name));
	const labels = addLabels.length + removeLabels.length > 0 ? { addLabels, removeLabels } : {};
	const { status, resolution } = before;
	const moved = status !== after.status || (status === 'resolved' && resolution !== after.resolution);
	if (!moved) return addLabels.length + removeLabels.length > 0 ? labels : null;
	if (!isStatus(status)) return null;
	if (status !== 'resolved') {
		return resolveOnly && status !== 'reported' ? null : { status, ...labels };
	}
	return isResolution(resolution) ? { status, resolution, ...labels } : null;
}
