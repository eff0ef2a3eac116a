import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { resolutions, type Ticket, ticketStatuses } from '../../../forge/shapes/trackers.ts';
import { idOfTicket } from '../../../platform/model/keys.ts';
import type { Entry, OutboxFormat } from '../../../platform/state/outbox/entry.ts';
import type { Outbox } from '../../../platform/state/outbox/outbox.ts';
import type { DraftKey } from '../../model/ticket-draft.ts';
import {
	type RequestedChange,
	remainingChange,
	type TicketBase,
	wantedAssignees,
	wantedLabels,
} from './change.ts';

/** A change of a ticket that is not on the forge yet, and the ticket as the user saw it. */
export interface TicketOutboxChange {
	readonly change: RequestedChange;
	readonly base?: TicketBase;
	/** The numbers of its labels, by name. They identify labels that are renamed later. Absent if they are not known, as in REST. */
	readonly labelIds?: LabelIds;
	/** The ticket to create. Its key is that of the tracker. */
	readonly creation?: {
		readonly title: string;
		readonly description?: string;
		readonly labels?: readonly string[];
		/** The highest number of a ticket that the user's window knew: the created one has a higher number. */
		readonly newest?: number;
	};
}

type LabelIds = readonly (readonly [name: string, id: number])[];

/** A change without a comment that the user wrote. */
export type DirectChange = Omit<RequestedChange, 'comment'>;

export type TicketOutbox = Outbox<DraftKey, TicketOutboxChange>;
/** The change of a ticket, or a new ticket in a tracker. */
export type TicketEntry = Entry<DraftKey, TicketOutboxChange>;

const names = v.pipe(v.array(v.string()), v.readonly());
const tracker = { account: v.string(), owner: v.string(), tracker: v.string() };

/** How the outbox stores changes of tickets, with or without a comment. */
export const ticketOutboxFormat: OutboxFormat<DraftKey, TicketOutboxChange> = {
	key: v.union([v.object({ ...tracker, ticket: v.number() }), v.object(tracker)]),
	// Strict, because a change without a field that only a newer version knows would be another change. It is not read, and a copy is kept.
	change: v.object({
		change: v.strictObject({
			comment: v.exactOptional(v.string()),
			status: v.exactOptional(v.picklist(ticketStatuses)),
			resolution: v.exactOptional(v.picklist(resolutions)),
			duplicateOf: v.exactOptional(v.string()),
			addLabels: v.exactOptional(names),
			removeLabels: v.exactOptional(names),
			assign: v.exactOptional(names),
			unassign: v.exactOptional(names),
			title: v.exactOptional(v.string()),
		}),
		base: v.exactOptional(
			v.object({
				status: v.string(),
				resolution: v.string(),
				labels: v.array(v.string()),
				title: v.exactOptional(v.string()),
				created: v.exactOptional(v.string()),
			}),
		),
		labelIds: v.exactOptional(v.array(v.tuple([v.string(), v.number()]))),
		creation: v.exactOptional(
			v.strictObject({
				title: v.string(),
				description: v.exactOptional(v.string()),
				labels: v.exactOptional(names),
				newest: v.exactOptional(v.number()),
			}),
		),
	}),
	idOf: idOfTicket,
	accountOf: ({ account }) => account,
	merge: (earlier, later) => {
		const base = mergeBases(earlier, later);
		const change = mergeChanges(earlier.change, later.change);
		return { change, ...(base && { base }), ...mergeLabelIds(earlier, later) };
	},
	without: (earlier, later) => {
		const base = later.base && mergeBases(earlier, later);
		return base ? { ...later, base, ...mergeLabelIds(earlier, later) } : later;
	},
	leftAfter: (earlier, later) => {
		const change = withoutDecided(earlier.change, later.change);
		if (change === earlier.change) return earlier;
		return change && { ...earlier, change };
	},
};

/** The ticket as the user saw it before they first changed each of its fields. */
function mergeBases(earlier: TicketOutboxChange, later: TicketOutboxChange): TicketBase | undefined {
	if (!earlier.base || !later.base) return earlier.base ?? later.base;
	const { status, resolution, addLabels, removeLabels } = earlier.change;
	const ofState = (status ?? resolution) === undefined ? later.base : earlier.base;
	const ofLabels = (addLabels ?? removeLabels) === undefined ? later.base : earlier.base;
	const { title } = earlier.change.title === undefined ? later.base : earlier.base;
	const { created = later.base.created } = earlier.base;
	return {
		status: ofState.status,
		resolution: ofState.resolution,
		labels: ofLabels.labels,
		...(title !== undefined && { title }),
		...(created !== undefined && { created }),
	};
}

function mergeLabelIds(earlier: TicketOutboxChange, later: TicketOutboxChange) {
	const ids = new Map([...(earlier.labelIds ?? []), ...(later.labelIds ?? [])]);
	return ids.size > 0 && { labelIds: [...ids] };
}

/** A change without its comment. Undefined if nothing is left. */
export function directChangeOf({ comment: _comment, ...direct }: RequestedChange): DirectChange | undefined {
	return Object.keys(direct).length > 0 ? direct : undefined;
}

/** One change with the same result as two, one after the other. */
export function mergeChanges(earlier: DirectChange, later: DirectChange): DirectChange {
	const status = later.status ?? earlier.status;
	// A later status decides the resolution, too.
	const resolution = later.resolution ?? (later.status === undefined ? earlier.resolution : undefined);
	const { duplicateOf } = (later.status ?? later.resolution) === undefined ? earlier : later;
	const title = later.title ?? earlier.title;
	const merged = (field: ListField) => [
		...new Set([
			...(earlier[field] ?? []).filter((name) => !later[opposites[field]]?.includes(name)),
			...(later[field] ?? []),
		]),
	];
	return {
		...(status !== undefined && { status }),
		...(resolution !== undefined && { resolution }),
		...(duplicateOf !== undefined && { duplicateOf }),
		...(title !== undefined && { title }),
		...listsOf(merged),
	};
}

type ListField = 'addLabels' | 'removeLabels' | 'assign' | 'unassign';

/** For each list of a change, the one that does the opposite with the same names. */
const opposites: Readonly<Record<ListField, ListField>> = {
	addLabels: 'removeLabels',
	removeLabels: 'addLabels',
	assign: 'unassign',
	unassign: 'assign',
};

/** The lists of a change that are not empty. */
function listsOf(names: (field: ListField) => readonly string[]): DirectChange {
	const [addLabels, removeLabels] = [names('addLabels'), names('removeLabels')];
	const [assign, unassign] = [names('assign'), names('unassign')];
	return {
		...(addLabels.length > 0 && { addLabels }),
		...(removeLabels.length > 0 && { removeLabels }),
		...(assign.length > 0 && { assign }),
		...(unassign.length > 0 && { unassign }),
	};
}

/** A change without the fields and names that a later one also decides. Undefined if nothing is left; the same change if all is. */
function withoutDecided(earlier: DirectChange, later: RequestedChange): DirectChange | undefined {
	const { status, resolution, duplicateOf, title } = earlier;
	const state = {
		...(status !== undefined && { status }),
		...(resolution !== undefined && { resolution }),
		...(duplicateOf !== undefined && { duplicateOf }),
	};
	const titlePart = title !== undefined && { title };
	const isStateDecided = (later.status ?? later.resolution) !== undefined;
	const undecided = (field: ListField) =>
		(earlier[field] ?? []).filter(
			(name) => !later[field]?.includes(name) && !later[opposites[field]]?.includes(name),
		);
	const all = { ...state, ...titlePart, ...listsOf((field) => earlier[field] ?? []) };
	const left = {
		...(!isStateDecided && state),
		...(later.title === undefined && titlePart),
		...listsOf(undecided),
	};
	if (Object.keys(left).length === 0) return undefined;
	return isDeepStrictEqual(left, all) ? earlier : left;
}

/** The ticket as it will be after the change. Returns the same ticket if it has all of it. */
export function withChange<T extends TicketBase>(ticket: T, change: DirectChange): T {
	const left = remainingChange(ticket, change);
	if (Object.keys(left).length === 0) return ticket;
	const status = left.status ?? ticket.status;
	const resolution = status === 'resolved' ? (left.resolution ?? ticket.resolution) : 'unresolved';
	const known = new Map(ticket.assignees?.map((who) => [who.canonical_name, who]));
	const assignees = wantedAssignees(ticket, change).map(
		(name) => known.get(name) ?? { canonical_name: name, name: name.replace(/^~/, '') },
	);
	return {
		...ticket,
		status,
		resolution,
		labels: [...wantedLabels(ticket, change)],
		...((left.assign ?? left.unassign) && { assignees }),
		...(left.title !== undefined && { title: left.title }),
	};
}

/** The fields of a ticket that conflicts are found by, as the user sees them. */
export const baseOf = ({ status, resolution, labels, title, created }: TicketBase): TicketBase => ({
	status,
	resolution,
	labels,
	...(title !== undefined && { title }),
	...(created !== undefined && { created }),
});

/** The known tickets of a tracker as they will be when everything that waits is on the forge. */
export function withWaiting(
	tickets: ReadonlyMap<number, Ticket>,
	waiting: ReadonlyMap<number, DirectChange>,
): ReadonlyMap<number, Ticket> {
	const changed = [...waiting].flatMap(([number, change]) => {
		const ticket = tickets.get(number);
		const after = ticket && withChange(ticket, change);
		return after && after !== ticket ? [[number, after] as const] : [];
	});
	return changed.length === 0 ? tickets : new Map([...tickets, ...changed]);
}
