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
 * How the query wants tickets to stand, or else as `otherwise` says: the newest first, titles by the alphabet, and the other way round with `rsort:`. Where
 * that leaves two alike the higher number comes first, so that the same tickets always stand the same.
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
