import type { Query } from './query.ts';

/** A value as written in a query: in quotation marks if it would otherwise be read as something else. */
export const quoted = (value: string): string =>
	/^$|^!|[\s":]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;

/** The text of a query. Parsing it returns the same query. */
export function writeQuery({ terms, order }: Query): string {
	const filters = terms.map(({ key, value, isNegated }) => {
		const written = key === 'text' ? quoted(value) : `${key}:${quoted(value)}`;
		return isNegated ? `!${written}` : written;
	});
	return [...filters, ...order.map(({ by, isReversed }) => `${isReversed ? 'rsort' : 'sort'}:${by}`)].join(
		' ',
	);
}
