import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { createdAt, foldedTitle, updatedAt } from './facts.ts';
import { type SortField, type TicketQuery, usualOrder } from './query.ts';

export type TicketComparison = (one: Ticket, other: Ticket) => number;

const ascending =
	(fact: (ticket: Ticket) => string | number): TicketComparison =>
	(one, other) => {
		const a = fact(one);
		const b = fact(other);
		return a < b ? -1 : a > b ? 1 : 0;
	};

const reverse =
	(compare: TicketComparison): TicketComparison =>
	(one, other) =>
		compare(other, one);

const defaultComparisons: Readonly<Record<SortField, TicketComparison>> = {
	updated: reverse(ascending(updatedAt)),
	created: reverse(ascending(createdAt)),
	id: reverse(ascending(({ id }) => id)),
	title: ascending(foldedTitle),
};

const byNumber = defaultComparisons.id;
const byRef = ascending((ticket) => ticket.ref);

/**
 * Compares tickets in the query's order, or in `defaultOrder` if it names none: the newest first, titles alphabetically, and
 * reversed with `rsort:`. Of two equal tickets, the higher number comes first, so that the order is always the same.
 */
export function sorter(
	{ order }: { readonly order: TicketQuery['order'] },
	defaultOrder = usualOrder,
): TicketComparison {
	const wanted = order.length > 0 ? order : [defaultOrder];
	const comparisons = [
		...wanted.map(({ by, isReversed }) =>
			isReversed ? reverse(defaultComparisons[by]) : defaultComparisons[by],
		),
		byNumber,
		byRef,
	];
	return (one, other) => {
		for (const compare of comparisons) {
			const difference = compare(one, other);
			if (difference !== 0) return difference;
		}
		return 0;
	};
}
