import { type Ticket, ticketStatuses } from '../../forge/shapes/trackers.ts';
import { statusName } from '../../platform/model/words.ts';
import type { Grouping } from '../model/grouping.ts';
import { ticketAppearance } from './ticket-row.ts';

interface TicketGroup {
	/** Unique among the groups. A label can have the name of the group without labels. */
	readonly id: string;
	readonly name: string;
	readonly appearance: { readonly icon: string; readonly color?: string | undefined };
	readonly members: readonly Ticket[];
}

type StatusOf = (ticket: Ticket) => string;

/**
 * The groups of tickets, each in the order of `tickets`. `statusOf` returns the status by which a ticket is grouped. A ticket with
 * several labels or assignees is in several groups.
 */
export function groupTickets(
	tickets: readonly Ticket[],
	grouping: Grouping,
	statusOf: StatusOf,
): readonly TicketGroup[] {
	switch (grouping) {
		case 'none':
			return [];
		case 'status':
			return byStatus(tickets, statusOf);
		case 'label':
			return byNames(tickets, ({ labels }) => labels, 'tag', 'No label');
		case 'assignee':
			return byNames(tickets, assigneesOf, 'account', 'Unassigned');
	}
}

/** Statuses run from new to resolved, and unknown ones are last. */
function byStatus(tickets: readonly Ticket[], statusOf: StatusOf): readonly TicketGroup[] {
	const rank = (status: string) => [...ticketStatuses, status].indexOf(status);
	return [...Map.groupBy(tickets, statusOf)]
		.sort(([one], [other]) => rank(one) - rank(other))
		.map(([status, members]) => ({
			id: statusName(status),
			name: statusName(status),
			// The group has a check mark, whatever its tickets' resolutions.
			appearance: ticketAppearance({ status, resolution: 'fixed' }),
			members,
		}));
}

const assigneesOf = ({ assignees }: Ticket): readonly string[] =>
	assignees.map(({ canonical_name }) => canonical_name);

/** `noneName` is the name of the last group, which has the tickets without names. */
function byNames(
	tickets: readonly Ticket[],
	namesOf: (ticket: Ticket) => readonly string[],
	icon: string,
	noneName: string,
): readonly TicketGroup[] {
	const byName = new Map<string, Ticket[]>();
	const none: Ticket[] = [];
	for (const ticket of tickets) {
		const names = new Set(namesOf(ticket));
		if (names.size === 0) none.push(ticket);
		for (const name of names) {
			const members = byName.get(name);
			if (members) members.push(ticket);
			else byName.set(name, [ticket]);
		}
	}
	const named = [...byName].sort(([one], [other]) => inAlphabet(one, other));
	return [
		...named.map(([name, members]) => ({ id: name, name, appearance: { icon }, members })),
		...(none.length > 0
			? [{ id: '', name: noneName, appearance: { icon: 'circle-large-outline' }, members: none }]
			: []),
	];
}

const { compare: inAlphabet } = new Intl.Collator('en', { numeric: true });
