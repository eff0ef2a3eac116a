import type { Ticket } from '../../forge/shapes/trackers.ts';
import { count } from '../../platform/model/words.ts';
import { matcher, type QueryUser } from '../model/query/match.ts';
import { parseQuery } from '../model/query/parse.ts';
import type { KnownValues } from '../model/query/query.ts';
import { type HelpRow, queryHelp, withHelp } from './query-help.ts';

/** A row below the input field of a filter. `apply` applies the query as it is. */
export type FilterRow = { readonly kind: 'apply'; readonly label: string } | HelpRow;

/** What the filter will be applied to. */
export interface FilterContext extends QueryUser {
	readonly tickets: readonly Ticket[];
	/** Whether `tickets` has all tickets of the tracker. */
	readonly isComplete: boolean;
	readonly known: KnownValues;
}

/** How many tickets a query finds. */
export interface QueryCount {
	readonly isEmpty: boolean;
	readonly found: number;
	/** Whether there may be more. */
	readonly isComplete: boolean;
}

/** The rows for a query. `describe` words the row that applies it. */
export function filterRows(
	text: string,
	context: FilterContext,
	describe: (count: QueryCount) => string = describeFilter,
): readonly FilterRow[] {
	const { tickets, isComplete, known, me } = context;
	const found = tickets.filter(matcher(parseQuery(text, known), { me })).length;
	const label = describe({ isEmpty: text.trim() === '', found, isComplete });
	return withHelp<FilterRow>([{ kind: 'apply', label }], queryHelp(text, known));
}

function describeFilter({ isEmpty, found, isComplete }: QueryCount): string {
	if (isEmpty) return 'Show all tickets';
	return `${found === 0 ? 'No matching tickets' : `Show ${count(found, 'ticket')}`}${isComplete ? '' : ' so far'}`;
}
