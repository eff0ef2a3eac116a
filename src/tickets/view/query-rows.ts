import { count, formatNumber } from '../../base/text/numbers.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import type { TicketKey, TrackerKey } from '../../platform/model/keys.ts';
import type { SavedQuery } from '../../platform/model/saved-queries.ts';
import { agingRow, noticeRow, type Row } from '../../platform/view/row.ts';
import type { Grouping } from '../model/grouping.ts';
import { labelColors } from '../model/label-colors.ts';
import type { TicketAction } from '../model/permissions.ts';
import { matcher } from '../model/query/match.ts';
import { parseTicketQuery, type TicketOrder } from '../model/query/query.ts';
import { sorter, type TicketComparison } from '../model/query/sort.ts';
import type { DirectChange } from '../state/changes/ticket-outbox-format.ts';
import { groupTickets } from './ticket-groups.ts';
import { type TicketRowInput, ticketRow } from './ticket-row.ts';
import type { ShownTracker } from './tracker-row.ts';

export interface QueryRowInput {
	readonly key: TrackerKey;
	readonly trackerCache: ShownTracker;
	/** The user that `me` in a query stands for, with the tilde. */
	readonly me: string;
	readonly query: SavedQuery;
	/** The user typed the query as a filter; it is not saved. */
	readonly isTyped?: boolean;
	readonly grouping: Grouping;
	/** The order for a query that names none. */
	readonly order: TicketOrder;
	/** Returns the version of a ticket that decides its place: a ticket that was just changed keeps its place. */
	readonly versionForOrder: (ticket: Ticket) => Ticket;
	/** The maximum number of tickets shown in a list or in one of its groups. */
	readonly maxTickets: number;
	/** Whether a list has rows for all of its tickets, and not only for the first ones. */
	readonly isInFull: (listId: string) => boolean;
	readonly hasDraft: (key: TicketKey) => boolean;
	readonly isUnseen: (ticket: Ticket) => boolean;
	/** The part of the ticket's changes that is not on the forge yet. */
	readonly remainingChangeOf: (key: TicketKey) => DirectChange | undefined;
	/** The forge knows no statuses between reported and resolved. */
	readonly resolveOnly: boolean;
	readonly hasExtras: boolean;
	/** Whether the user may do something with a ticket, as far as is known. */
	readonly isPermitted: (what: TicketAction, ticket: Ticket) => boolean;
	/** Whether the user is subscribed to a ticket. Null or undefined if it is not known. */
	readonly isSubscribed: (ticket: number) => boolean | null | undefined;
	readonly describePeople: TicketRowInput['describePeople'];
}

function* matching({ trackerCache, me, query }: QueryRowInput): Generator<Ticket> {
	const matches = matcher(parseTicketQuery(query.text), { me });
	for (const ticket of trackerCache.tickets.values()) if (matches(ticket)) yield ticket;
}

/** The order of the tickets that a query finds. */
function orderOf({ query, order, me, versionForOrder }: QueryRowInput): TicketComparison {
	const parsed = parseTicketQuery(query.text);
	const compare = sorter(parsed, order);
	const matches = matcher(parsed, { me });
	// A changed ticket keeps its place only if it was in the list before.
	const forOrder = (ticket: Ticket) => {
		const before = versionForOrder(ticket);
		return before !== ticket && matches(before) ? before : ticket;
	};
	return (one, other) => compare(forOrder(one), forOrder(other));
}

/** The tickets that a query finds, in its order. */
const sortedMatches = (input: QueryRowInput): readonly Ticket[] => [...matching(input)].sort(orderOf(input));

function countMatches(input: QueryRowInput): number {
	let length = 0;
	for (const _ of matching(input)) length += 1;
	return length;
}

/** The tickets below the row of a query or of one of its groups, in the order shown. */
export function listTickets(listId: string, input: QueryRowInput): readonly Ticket[] {
	const id = queryId(input.key, input.query.name);
	const all = sortedMatches(input);
	const group = (one: { readonly id: string }) => listId === groupId(id, one.id);
	const members = listId === id ? all : (groupsOf(all, input).find(group)?.members ?? []);
	return members.slice(0, input.maxTickets);
}

/** Whether the list of a query has a ticket. Sorts no tickets, because pages ask again whenever they are drawn. */
export function isListed(ticketId: number, input: QueryRowInput): boolean {
	const ticket = input.trackerCache.tickets.get(ticketId);
	if (!ticket || !matcher(parseTicketQuery(input.query.text), { me: input.me })(ticket)) return false;
	const compare = orderOf(input);
	let before = 0;
	for (const other of matching(input)) {
		if (compare(other, ticket) < 0) before += 1;
		if (before >= input.maxTickets) return false;
	}
	return true;
}

/** The number of rows that a list has until the user wants to see all. */
export const firstRows = 50;
/** Hiding fewer rows than these would not shorten the list much. */
const fewRows = 10;

export const queryId = ({ account, owner, tracker }: TrackerKey, name: string): string =>
	`${account}/${owner}/${tracker}/query/${name}`;

/** A query below its tracker, with the number of tickets that it finds. */
export function queryRow(input: QueryRowInput): Row {
	const { key, query, trackerCache, isTyped } = input;
	const id = queryId(key, query.name);
	const createRow = (): Row => {
		const length = countMatches(input);
		const { isComplete } = trackerCache;
		const [least, more] = isComplete ? ['', ''] : ['at least ', '+'];
		const found = isComplete || length > 0 ? `${formatNumber(length)}${more}` : undefined;
		const { problems } = parseTicketQuery(query.text);
		const [problem] = problems;
		return {
			id,
			label: query.name,
			description: problem?.message ?? found,
			icon: problem ? 'warning' : isTyped ? 'search' : 'filter',
			tooltip: problem ? `${query.text}\n${problem.message}` : query.text,
			spokenLabel: found === undefined ? query.name : `${query.name}, ${least}${count(length, 'ticket')}`,
			context: isTyped ? 'filter' : 'query',
			children: () => queryChildren(id, input),
			current: createRow,
			about: { kind: 'query', key, ...(!isTyped && { name: query.name }) },
		};
	};
	return createRow();
}

function queryChildren(id: string, input: QueryRowInput): readonly Row[] {
	const { grouping, maxTickets, trackerCache, isTyped } = input;
	const all = sortedMatches(input);
	if (all.length === 0) {
		if (trackerCache.isComplete) return [noticeRow(id, isTyped ? 'info' : 'check', 'No matching tickets')];
		if (trackerCache.lastError) return [noticeRow(id, 'info', 'Tickets are not loaded yet')];
		return [noticeRow(id, 'loading~spin', 'Loading tickets…')];
	}
	const colors = labelColors(trackerCache.labels.value ?? []);
	const rowsOf = (listId: string, members: readonly Ticket[]) => {
		const tickets = members.slice(0, maxTickets);
		const isShort = tickets.length < firstRows + fewRows || input.isInFull(listId);
		const shown = isShort ? tickets : tickets.slice(0, firstRows);
		return [
			...shown.map((ticket) => rowOf(ticket, listId, colors, input)),
			...(isShort ? [] : [showMoreRow(listId, tickets.length - firstRows)]),
			...(members.length > maxTickets ? [restRow(listId, members.length - maxTickets)] : []),
		];
	};
	if (grouping === 'none') return rowsOf(id, all);
	let shownBefore = 0;
	return groupsOf(all, input).map(({ id: group, name, appearance, members }): Row => {
		// Drawing the rows of a hundred groups at once would take long.
		const isOpen = shownBefore < maxTickets;
		shownBefore += Math.min(members.length, firstRows);
		return {
			id: groupId(id, group),
			label: name,
			description: formatNumber(members.length),
			...appearance,
			spokenLabel: `${name}, ${count(members.length, 'ticket')}`,
			isOpen,
			children: () => rowsOf(groupId(id, group), members),
		};
	});
}

const restRow = (listId: string, rest: number): Row =>
	noticeRow(`${listId}/more`, 'ellipsis', `${formatNumber(rest)} more`, {
		description: 'narrow the query to see them',
	});

const showMoreRow = (listId: string, more: number): Row =>
	noticeRow(`${listId}/show-more`, 'unfold', `Show ${formatNumber(more)} more`, {
		command: { id: 'tildeforge.showMoreTickets', title: 'Show More', arguments: [listId] },
	});

const groupsOf = (tickets: readonly Ticket[], { grouping, versionForOrder }: QueryRowInput) =>
	groupTickets(tickets, grouping, (ticket) => versionForOrder(ticket).status);

const groupId = (query: string, group: string): string => `${query}/group/${group}`;

/** Whether a list is one of the groups of a query. */
export const isGroupOf = (query: string, listId: string): boolean => listId.startsWith(groupId(query, ''));

function rowOf(ticket: Ticket, listId: string, colors: (name: string) => string, input: QueryRowInput): Row {
	const { key, hasDraft, isUnseen, remainingChangeOf, resolveOnly, hasExtras, describePeople } = input;
	const ticketKey = { ...key, ticket: ticket.id };
	const row = {
		key: ticketKey,
		ticket,
		listId,
		hasDraft: hasDraft(ticketKey),
		isUnseen: isUnseen(ticket),
		waiting: remainingChangeOf(ticketKey),
		resolveOnly,
		hasExtras,
		isPermitted: (what: TicketAction) => input.isPermitted(what, ticket),
		isSubscribed: input.isSubscribed(ticket.id),
		labelColors: colors,
		describePeople,
	};
	const tooltipInputs = [ticket, ticket.labels.map(colors)];
	return agingRow((at) => ({ ...ticketRow({ ...row, now: at }), tooltipInputs }));
}
