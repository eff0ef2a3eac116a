import { titleKey } from './mails/identity.ts';
import type { SeriesMail } from './mails/series-mail.ts';
import { sortedBy } from './order.ts';

/**
 * Numbers patches that have no numbers and are sorted from the oldest. The order is that of the list in their cover letter, or that of their
 * dates if there is no list or it has several authors. Patches that are not in the list come last.
 */
export function numbersInSeries<M extends SeriesMail>(
	patches: readonly M[],
	listed: SeriesMail['listed'],
): ReadonlyMap<M, number> {
	const titles = listed.flat();
	const positions = Map.groupBy(titles.keys(), (index) => titleKey(titles[index] ?? ''));
	const found = patches.map((mail) => {
		const free = positions.get(titleKey(mail.subject.title));
		// The last position is for all further patches with the title, which replace each other.
		const position = free && free.length > 1 ? free.shift() : free?.[0];
		return { mail, position };
	});
	const isInOrder = listed.length === 1;
	// Where the first values are equal, the next ones decide.
	const ordered = sortedBy(found, ({ mail, position }) => [
		position === undefined,
		isInOrder ? position : mail.date,
		mail.date,
		position,
	]);
	let unlisted = titles.length;
	return new Map(
		ordered.map(({ mail, position }, index) => {
			if (position === undefined) return [mail, ++unlisted];
			return [mail, isInOrder ? position + 1 : index + 1];
		}),
	);
}
