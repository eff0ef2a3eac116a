import { titleKey } from './identity.ts';
import { sortedBy } from './order.ts';
import type { SeriesMail } from './series-mail.ts';

/**
 * Numbers patches that have no numbers and are sorted from the oldest. The order is that of the list in their cover letter, or that of their
 * dates if there is no list or it has several authors. Patches that are not in the list come last.
 */
export function numbersInSeries<M extends SeriesMail>(
	patches: readonly M[],
	listed: SeriesMail['listed'],
): ReadonlyMap<M, number> {
	const titles = listed.flat();
	const places = Map.groupBy(titles.keys(), (index) => titleKey(titles[index] ?? ''));
	const found = patches.map((mail) => {
		const free = places.get(titleKey(mail.subject.title));
		// The last place is for all further patches with the title, which replace each other.
		const place = free && free.length > 1 ? free.shift() : free?.[0];
		return { mail, place };
	});
	const isInOrder = listed.length === 1;
	const ordered = sortedBy(found, ({ mail, place }) => [
		place === undefined,
		isInOrder ? place : mail.date,
		mail.date,
		place,
	]);
	let unlisted = titles.length;
	return new Map(
		ordered.map(({ mail, place }, index) => {
			if (place === undefined) return [mail, ++unlisted];
			return [mail, isInOrder ? place + 1 : index + 1];
		}),
	);
}
