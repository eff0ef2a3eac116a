import type { Ticket } from '../../forge/shapes/trackers.ts';
import { matcher } from '../../model/query/match.ts';
import { parseQuery } from '../../model/query/parse.ts';
import type { SavedQuery } from '../../model/query/saved.ts';
import { sorter } from '../../model/query/sort.ts';
import type { TicketKey, TrackerKey } from '../../model/ticket.ts';
import { statusName } from '../../model/words.ts';
import type { TrackerShelf } from '../../state/tracker-shelf.ts';
import { notice, type Row } from '../row.ts';
import { ticketRow } from './ticket-row.ts';

/** How the tickets below a query are put together. */
export type Grouping = 'none' | 'status' | 'label';

export interface QueryShown {
	readonly key: TrackerKey;
	readonly shelf: Pick<TrackerShelf, 'tickets' | 'complete'>;
	/** Whose queries they are, with the tilde. */
	readonly me: string;
	readonly query: SavedQuery;
	/** It was typed, and has no name yet. */
	readonly isTyped?: boolean;
	readonly grouping: Grouping;
	/** How many tickets are shown at most. */
	readonly most: number;
	readonly hasDraft: (key: TicketKey) => boolean;
	readonly now: () => number;
}

/** The tickets that a query finds, in its order. */
export function found({ shelf, me, query }: Pick<QueryShown, 'shelf' | 'me' | 'query'>): readonly Ticket[] {
	const parsed = parseQuery(query.text);
	return [...shelf.tickets.values()].filter(matcher(parsed, { me })).sort(sorter(parsed));
}

const numbers = new Intl.NumberFormat('en');

/** A saved query below its tracker, with how many it finds. */
export function queryRow(shown: QueryShown): Row {
	const { key, query, shelf, isTyped } = shown;
	const id = `${key.account}/${key.owner}/${key.tracker}/query/${query.name}`;
	const make = (): Row => {
		const { length } = found(shown);
		const sofar = shelf.complete ? '' : '+';
		const { problems } = parseQuery(query.text);
		const [problem] = problems;
		return {
			id,
			label: query.name,
			description: problem ? problem.message : `${numbers.format(length)}${sofar}`,
			icon: problem ? 'warning' : isTyped ? 'search' : 'filter',
			tooltip: problem ? `${query.text}\n${problem.message}` : query.text,
			said: `${query.name}, ${length} ${length === 1 ? 'ticket' : 'tickets'}`,
			context: isTyped ? 'filter' : 'query',
			children: () => below(id, shown),
			now: make,
			about: { ...key, query },
		};
	};
	return make();
}

function below(id: string, shown: QueryShown): readonly Row[] {
	const { grouping, most, shelf } = shown;
	const all = found(shown);
	const tickets = all.slice(0, most);
	if (all.length === 0) {
		return [
			shelf.complete
				? notice(id, 'check', 'No ticket is like this')
				: notice(id, 'loading~spin', 'Reading the tickets …'),
		];
	}
	const rest: readonly Row[] =
		all.length > most
			? [
					notice(`${id}/more`, 'ellipsis', `${numbers.format(all.length - most)} more`, {
						description: 'narrow the query to see them',
					}),
				]
			: [];
	if (grouping === 'none') return [...tickets.map((ticket) => rowOf(ticket, id, shown)), ...rest];
	const groups = new Map<string, Ticket[]>();
	for (const ticket of tickets) {
		for (const name of groupsOf(ticket, grouping)) groups.set(name, [...(groups.get(name) ?? []), ticket]);
	}
	const rows = [...groups].map(
		([name, members]): Row => ({
			id: `${id}/group/${name}`,
			label: name,
			description: String(members.length),
			icon: grouping === 'status' ? 'symbol-enum' : 'tag',
			said: `${name}, ${members.length} tickets`,
			isOpen: true,
			children: () => members.map((ticket) => rowOf(ticket, `${id}/group/${name}`, shown)),
		}),
	);
	return [...rows, ...rest];
}

function groupsOf({ status, labels }: Ticket, grouping: Grouping): readonly string[] {
	if (grouping === 'status') return [statusName(status)];
	return labels.length > 0 ? labels : ['no label'];
}

function rowOf(ticket: Ticket, within: string, { key, hasDraft, now }: QueryShown): Row {
	const one = { ...key, ticket: ticket.id };
	return ticketRow({ key: one, ticket, within, hasDraft: hasDraft(one), now: now() });
}
