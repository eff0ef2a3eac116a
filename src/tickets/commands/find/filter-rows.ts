import { count } from '../../../base/text/numbers.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { type HelpRow, withHelp } from '../../../platform/model/query/query-help.ts';
import { matcher, type QueryUser } from '../../model/query/match.ts';
import { type FieldValues, parseTicketQuery, ticketHelp } from '../../model/query/query.ts';

/** The row that applies the query as it is. */
interface ApplyRow {
	readonly kind: 'apply';
	/** The name of an icon of VS Code. */
	readonly icon: string;
	readonly label: string;
	readonly note?: string | undefined;
}

/** A row below the input field of a query. */
export type FilterRow = ApplyRow | HelpRow;

/** What the filter will be applied to. */
export interface FilterContext extends QueryUser {
	readonly tickets: readonly Ticket[];
	/** Whether `tickets` has all tickets of the tracker. */
	readonly isComplete: boolean;
	readonly known: FieldValues;
}

/** How many tickets a query finds. */
export interface QueryCount {
	readonly isEmpty: boolean;
	readonly found: number;
	/** Whether all tickets of the tracker were counted. */
	readonly isComplete: boolean;
}

/** What a query does when it is applied. */
export type DescribeApplying = (count: QueryCount) => Omit<ApplyRow, 'kind'>;

/** The rows for a query. */
export function filterRows(
	text: string,
	{ tickets, isComplete, known, me }: FilterContext,
	describe: DescribeApplying = describeFilter,
): readonly FilterRow[] {
	const found = tickets.filter(matcher(parseTicketQuery(text, known), { me })).length;
	const apply = describe({ isEmpty: text.trim() === '', found, isComplete });
	return withHelp<FilterRow>([{ kind: 'apply', ...apply }], ticketHelp(text, known));
}

function describeFilter({ isEmpty, found, isComplete }: QueryCount): ReturnType<DescribeApplying> {
	if (isEmpty) return { icon: 'clear-all', label: 'Show all tickets' };
	const tickets = found === 0 ? 'No matching tickets' : `Show ${count(found, 'ticket')}`;
	return { icon: 'filter', label: `${tickets}${isComplete ? '' : ' so far'}` };
}
