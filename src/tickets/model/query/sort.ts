import type { Ticket } from '../../../forge/shapes/trackers.ts';
import { createdAt, foldedTitle, updatedAt } from './facts.ts';
import { type Order, type Query, type SortField, usualOrder } from './query.ts';

export type Comparison = (one: Ticket, other: Ticket) => number;

const rising =
	(fact: (ticket: Ticket) => string | number): Comparison =>
	(one, other) => {
		const a = fact(one);
		const b = fact(other);
		return a < b ? -1 : a > b ? 1 : 0;
	};

const turned =
	(compare: Comparison): Comparison =>
	(one, other) =>
		compare(other, one);

const natural: Readonly<Record<SortField, Comparison>> = {
	updated: turned(rising(updatedAt)),
	created: turned(rising(createdAt)),
	id: turned(rising(({ id }) => id)),
	title: rising(foldedTitle),
};

const number = natural.id;
const ref = rising((ticket) => ticket.ref);

/**
 * Compares tickets in the query's order, or else in the order `otherwise`: the newest first, titles alphabetically, and reversed
 * with `rsort:`. Of two that are equal, the higher number comes first, so that the same tickets always have the same order.
 */
export function sorter({ order }: Query, otherwise: Order = usualOrder): Comparison {
	const wanted = order.length > 0 ? order : [otherwise];
	const comparisons = [
		...wanted.map(({ by, reversed }) => (reversed ? turned(natural[by]) : natural[by])),
		number,
		ref,
	];
	return (one, other) => {
		for (const compare of comparisons) {
			const difference = compare(one, other);
			if (difference !== 0) return difference;
		}
		return 0;
	};
}
