import type { Ticket } from '../../src/forge/shapes/trackers.ts';
import type { SavedQuery } from '../../src/platform/model/saved-queries.ts';
import type { Row } from '../../src/platform/view/row.ts';
import { defaultQueries } from '../../src/tickets/model/query/default-queries.ts';
import { findTickets } from '../../src/tickets/model/query/find-tickets.ts';
import { matcher } from '../../src/tickets/model/query/match.ts';
import { parseQuery } from '../../src/tickets/model/query/parse.ts';
import { usualOrder } from '../../src/tickets/model/query/query.ts';
import { sorter } from '../../src/tickets/model/query/sort.ts';
import { indexParts, TicketIndex } from '../../src/tickets/model/query/ticket-index.ts';
import type { TrackerCache } from '../../src/tickets/state/tracker-cache.ts';
import { queryRow } from '../../src/tickets/view/query-rows.ts';
import { temporaryFolder } from '../tools/places.ts';
import { median } from './table.ts';
import type { Part } from './tickets.ts';

const typed = [
	'w',
	'wr',
	'wra',
	'wrap',
	'wrap ',
	'wrap l',
	'wrap lo',
	'#12',
	'#123',
	'crash',
	'~bob',
	'label',
];
const queries = [
	'status:open wrap',
	'status:any label:bug !label:wip',
	'status:any "long line" sort:title',
	'submitter:me',
];

const timed = (work: () => unknown): number => {
	const begun = performance.now();
	work();
	return performance.now() - begun;
};

const runQuery = (tickets: readonly Ticket[], text: string) => {
	const query = parseQuery(text);
	return tickets.filter(matcher(query, { me: '~bob' })).sort(sorter(query));
};

/** The row of a query, as the view shows it. */
export const queryRowOf = (trackerCache: TrackerCache, query: SavedQuery): Row =>
	queryRow({
		...{ key: trackerCache.key, trackerCache, query, me: '~bob' },
		grouping: 'none',
		order: usualOrder,
		resolveOnly: false,
		isPermitted: () => true,
		isSubscribed: () => undefined,
		versionForOrder: (ticket) => ticket,
		maxTickets: 500,
		isInFull: () => false,
		hasDraft: () => false,
		isUnseen: () => false,
		remainingChangeOf: () => undefined,
		describeUsers: async () => '',
	});

/** Makes the rows of the view: the first query is expanded, and the others show only their counts. */
async function draw(trackerCache: TrackerCache): Promise<void> {
	for (const query of defaultQueries) {
		const drawn = queryRowOf(trackerCache, query);
		if (query === defaultQueries[0]) await drawn.children?.();
	}
}

/** Measures what the user waits for: the rows of the view, a query, each key in *Find Ticket…*. */
export const measureQueries: Part = async ({ trackerCache, another, nextPage }) => {
	const row = (name: string, values: readonly number[]) => ({
		name,
		values: [median(values), Math.max(...values)],
	});
	const tickets = [...trackerCache.tickets.values()];
	const known = new TicketIndex(indexParts([{ key: trackerCache.key, tickets }]));
	const keys = [1, 2, 3].flatMap(() => typed.map((text) => timed(() => findTickets(text, known, 100))));
	const asked = [1, 2, 3, 4, 5].flatMap(() => queries.map((text) => timed(() => runQuery(tickets, text))));

	const views: number[] = [];
	for (let nth = 0; nth < 7; nth++) {
		const cached = another();
		const begun = performance.now();
		await cached.open();
		await draw(cached);
		views.push(performance.now() - begun);
		cached.dispose();
	}
	const firsts: number[] = [];
	for (let nth = 0; nth < 7; nth++) {
		const current = another(temporaryFolder('bench'));
		const answered = nextPage();
		let first = 0;
		current.onDidChange(async () => {
			if (first > 0 || current.tickets.size === 0) return;
			await draw(current);
			first = performance.now();
		});
		await current.refresh();
		firsts.push(first - (await answered));
		current.dispose();
	}
	const [key, query, view, first] = [median(keys), median(asked), median(views), median(firsts)];
	return {
		rows: [
			row('each key in Find Ticket…, ms', keys),
			row('a query over all, ms', asked),
			row('the view from the disk: four queries, the rows of the first, ms', views),
			row('the same after the first page has come, ms', firsts),
		],
		goals: [
			{ goal: `a key in Find Ticket… takes at most 16 ms: ${key.toFixed(1)} ms`, met: key <= 16 },
			{ goal: `a query takes at most 16 ms: ${query.toFixed(1)} ms`, met: query <= 16 },
			{
				goal: `the first results are there within 50 ms after the first page: ${first.toFixed(0)} ms`,
				met: first <= 50,
			},
			{ goal: `the view is there from the disk within 100 ms: ${view.toFixed(0)} ms`, met: view <= 100 },
		],
	};
};
