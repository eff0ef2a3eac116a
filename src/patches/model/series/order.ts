import { keyOf } from './mails/identity.ts';
import type { SeriesMail } from './mails/series-mail.ts';

type Comparable = number | string | boolean | undefined;

/** False comes before true, and unknown values last. */
function compare(one: Comparable, other: Comparable): number {
	if (one === other) return 0;
	if (other === undefined) return -1;
	return one !== undefined && one < other ? -1 : 1;
}

/** Compares by the first element that differs. */
export function compareAll(ones: readonly Comparable[], others: readonly Comparable[]): number {
	for (let index = 0; index < ones.length; index++) {
		const order = compare(ones[index], others[index]);
		if (order !== 0) return order;
	}
	return 0;
}

/** Sorts values by criteria, which are computed once for each of them. */
export function sortedBy<T>(
	values: Iterable<T>,
	criteria: (value: T) => readonly Comparable[],
	compareEqual: (one: T, other: T) => number = () => 0,
): readonly T[] {
	return Array.from(values, (value) => ({ value, by: criteria(value) }))
		.sort((a, b) => compareAll(a.by, b.by) || compareEqual(a.value, b.value))
		.map(({ value }) => value);
}

const mainCriteria = ({ date, messageId, subject }: SeriesMail): readonly Comparable[] => [
	date,
	subject.version,
	subject.number,
	messageId,
	subject.title,
];

/** All that may still distinguish mails, so that results do not depend on the order of the input. */
function otherCriteria(mail: SeriesMail): readonly Comparable[] {
	const { from, subject, inReplyTo, references, kind, changeId, baseCommit } = mail;
	const { of, prefix } = subject;
	const listed = mail.listed.flat().join('\n');
	return [
		from.email,
		from.name,
		of,
		prefix,
		kind,
		inReplyTo,
		references.join(' '),
		changeId,
		baseCommit,
		listed,
	];
}

/** Oldest first, each mail once even if it was received several times. */
export function sortMails<M extends SeriesMail>(mails: readonly M[]): readonly M[] {
	const seen = new Set<string>();
	const sorted = sortedBy(mails, mainCriteria, (one, other) =>
		compareAll(otherCriteria(one), otherCriteria(other)),
	);
	return sorted.filter(({ messageId, kind, subject: { version, number, title } }) => {
		if (messageId === undefined) return true;
		// Broken programs give several mails the same id.
		const key = keyOf(messageId, kind, version, number, title);
		if (seen.has(key)) return false;
		seen.add(key);
		return true;
	});
}
