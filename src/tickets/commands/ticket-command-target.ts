import { fieldOf } from '../../base/field-of.ts';
import { idOfTicket, isTicketKey, type TicketKey, type TrackerKey } from '../../platform/model/keys.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import { isTarget, type TicketsTarget } from '../model/tickets-target.ts';

function targetOf(value: unknown): TicketsTarget | undefined {
	if (isTarget(value)) return value;
	const about = fieldOf(value, 'about');
	return isTarget(about) ? about : undefined;
}

/** A ticket, and the list of the view that it was chosen from. */
export interface ChosenTicket {
	readonly key: TicketKey;
	readonly listId: string | undefined;
	/** The event to show. */
	readonly event?: number | undefined;
}

/** The ticket of a row. For a draft or a waiting change, the ticket that it is for. */
function ticketsOfRow(value: unknown): readonly ChosenTicket[] {
	const target = targetOf(value);
	if (target?.kind === 'ticket') {
		const { key, listId, event } = target;
		return [{ key, listId, ...(event !== undefined && { event }) }];
	}
	const isOfOne = target?.kind === 'change' || target?.kind === 'draft';
	return isOfOne && isTicketKey(target.key) ? [{ key: target.key, listId: undefined }] : [];
}

/** The tickets that a command was called on. Has no duplicates, even if several queries show the same ticket. */
export function ticketsOf([row, rows]: CommandArguments): readonly ChosenTicket[] {
	const all = Array.isArray(rows) && rows.length > 0 ? rows : row === undefined ? [] : [row];
	return [...new Map(all.flatMap(ticketsOfRow).map((one) => [idOfTicket(one.key), one])).values()];
}

/**
 * The tickets that a command without arguments applies to: that of the page in front, unless the user has selected rows since; or
 * undefined if there are none.
 */
export function currentTickets(
	page: TicketKey | undefined,
	selected: readonly ChosenTicket[],
	isSelectionLast: boolean,
): readonly ChosenTicket[] | undefined {
	if (page && !(isSelectionLast && selected.length > 0)) return [{ key: page, listId: undefined }];
	return selected.length === 0 ? undefined : selected;
}

/** The tracker of the row that a command was called on. Tickets, queries and drafts belong to a tracker, too. */
export function trackerOf([row]: CommandArguments): TrackerKey | undefined {
	const target = targetOf(row);
	if (!target) return undefined;
	const { account, owner, tracker } = target.key;
	return { account, owner, tracker };
}

/**
 * The arguments of a command on trackers. A view with only one tracker does not display its row: from the title of the view, VS Code passes the
 * row with the focus, or nothing. The command is for the only tracker, unless it may come from the row of another tracker, which is gone.
 */
export const trackerArguments = (
	args: CommandArguments,
	only: unknown,
	mayBeForOther: () => boolean,
): CommandArguments => {
	if (only === undefined || args.length === 0 || targetOf(args[0])?.kind === 'tracker') return args;
	return areRowsGone(args) && mayBeForOther() ? args : [only];
};

/** The name of the saved query whose row the command was called on. */
export function queryNameOf([row]: CommandArguments): string | undefined {
	const target = targetOf(row);
	return target?.kind === 'query' ? target.name : undefined;
}

/** The tracker that a command without arguments applies to: that of the active page, or of the row that was selected after it. */
export function currentTracker(
	page: TicketKey | undefined,
	selected: readonly unknown[],
	isSelectionLast: boolean,
): TrackerKey | undefined {
	const ofRow = trackerOf([selected[0]]);
	if (!page || (isSelectionLast && ofRow)) return ofRow;
	const { account, owner, tracker } = page;
	return { account, owner, tracker };
}

/** The comment for several tickets whose row a command was called on. */
export function commentOf([row]: CommandArguments): Extract<TicketsTarget, { kind: 'comment' }> | undefined {
	const target = targetOf(row);
	return target?.kind === 'comment' ? target : undefined;
}

/**
 * The draft of the row that a command was called on. Ignores other selected rows: a command that removes something
 * affects only the clicked row.
 */
export function draftOf([row]: CommandArguments): Extract<TicketsTarget, { kind: 'draft' }> | undefined {
	const target = targetOf(row);
	return target?.kind === 'draft' ? target : undefined;
}
