import type { SeriesMail } from './series-mail.ts';

type Comparable = number | string | undefined;

/** Unknown values last. */
function compare(one: Comparable, other: Comparable): number {
	if (one === other) return 0;
	if (one === undefined) return 1;
	if (other === undefined) return -1;
	return one < other ? -1 : 1;
}

/** Compares by the first element that differs. */
export function compareAll(ones: readonly Comparable[], others: readonly Comparable[]): number {
	for (const [index, one] of ones.entries()) {
		const order = compare(one, others[index]);
		if (order !== 0) return order;
	}
	return 0;
}

/** What distinguishes mails, so that results do not depend on the order in which they are handed in. */
function criteria({ date, messageId, inReplyTo, from, subject, kind }: SeriesMail): readonly Comparable[] {
	const { version, number, of, prefix, title } = subject;
	return [date, version, number, messageId, title, from.email, from.name, of, prefix, inReplyTo, kind];
}

/** Sorts values by criteria, which are computed once for each of them. */
export function sortedBy<T>(
	values: Iterable<T>,
	criteria: (value: T) => readonly Comparable[],
): readonly T[] {
	return Array.from(values, (value) => ({ value, by: criteria(value) }))
		.sort((a, b) => compareAll(a.by, b.by))
		.map(({ value }) => value);
}

/** Oldest first, each mail once even if it was received several times. */
export function inOrder<M extends SeriesMail>(mails: readonly M[]): readonly M[] {
	const seen = new Set<string>();
	return sortedBy(mails, criteria).filter((mail) => {
		const { messageId, subject } = mail;
		if (messageId === undefined) return true;
		// Broken programs give several mails the same id.
		const key = [messageId, subject.version, subject.number, subject.title].join('\0');
		if (seen.has(key)) return false;
		seen.add(key);
		return true;
	});
}
