import { count, formatNumber } from '../../base/text/numbers.ts';
import { reviewKeys } from '../../mail/compose/review-trailer.ts';
import { escapeMarkdown } from '../../platform/model/markdown/hover.ts';
import { joinWords } from '../../platform/model/words.ts';
import { countTrailers } from '../model/series-trailers.ts';
import type { VersionTrailer } from '../state/lists/version-trailers.ts';
import { shownText } from './version-rows.ts';

/** How many people the hover names for each trailer. */
const maxNamed = 10;

/** How many patches of a version people have reviewed, as far as that is known. */
export function countReviewed(trailers: readonly VersionTrailer[], of: number): number {
	const reviews = trailers.filter(({ key }) => key === 'Reviewed-by');
	if (reviews.some(({ patches }) => patches.length === 0)) return of;
	return new Set(reviews.flatMap(({ patches }) => patches)).size;
}

/** `reviewed by 2 people`. */
export function trailerCounts(trailers: readonly VersionTrailer[]): readonly string[] {
	const { reviewed, acked, tested } = countTrailers(trailers);
	const words = [
		['reviewed', reviewed],
		['acknowledged', acked],
		['tested', tested],
	] as const;
	return words.flatMap(([word, number]) =>
		number > 0 ? [`${word} by ${count(number, 'person', 'people')}`] : [],
	);
}

/** `Reviewed-by: Bob Ellis, Carol Nowak (patch 2)`, a line for each trailer, in Markdown. */
export function trailerLines(trailers: readonly VersionTrailer[]): readonly string[] {
	return reviewKeys.flatMap((name) => {
		const given = trailers.filter(({ key }) => key === name);
		if (given.length === 0) return [];
		const more = given.length - maxNamed;
		const named = [...given.slice(0, maxNamed).map(personText), ...(more > 0 ? [count(more, 'other')] : [])];
		return [escapeMarkdown(`${name}: ${named.join(', ')}`)];
	});
}

function personText({ person: { name, email }, patches }: VersionTrailer): string {
	const shown = shownText(name || email);
	if (patches.length === 0) return shown;
	return `${shown} (${patches.length === 1 ? 'patch' : 'patches'} ${joinWords(patches.map(formatNumber))})`;
}
