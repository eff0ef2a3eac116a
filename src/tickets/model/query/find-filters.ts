import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { matcher } from './match.ts';
import { parseQuery } from './parse.ts';
import { filterKeys } from './query.ts';

const written = new RegExp(`(?<=^|\\s)!?(?:${filterKeys.join('|')}):(?:"[^"]*"?|\\S*)`, 'gi');

interface FindText {
	/** What is searched for. */
	readonly words: string;
	/** What every ticket that is found has to match. `me` is the user of its account. */
	readonly matches: (me: string | undefined) => (ticket: Ticket) => boolean;
}

/** Separates the filters of the query language, such as `status:open`, from the words to search for. */
export function splitFilters(text: string): FindText {
	// The value is still missing while the user types.
	const filters = (text.match(written) ?? []).filter((one) => !one.endsWith(':'));
	// Unlike a query, a search also finds closed tickets.
	const hasStatus = filters.some((one) => /^!?(status|resolution):/i.test(one));
	const query = parseQuery([...filters, ...(hasStatus ? [] : ['status:any'])].join(' '));
	return {
		words: text.replaceAll(written, ' '),
		matches: (me) => (filters.length === 0 ? () => true : matcher(query, { me })),
	};
}
