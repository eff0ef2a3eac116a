import { count } from '../../../base/text/numbers.ts';
import type { Address } from '../../../mail/message/mail.ts';
import type { Icon } from '../../../platform/model/icon.ts';
import { userReference } from '../../../platform/model/references.ts';
import { joinWords } from '../../../platform/model/words.ts';
import type { Piece } from '../../../platform/page/snapshot-parts.ts';
import { personTrailers } from '../../model/person-trailers.ts';
import { countedTrailers } from '../../model/series-trailers.ts';
import { displayTitle } from '../people/display-title.ts';
import type { PeopleByAddress } from '../people/people-by-address.ts';
import type { ShownTrailer } from '../protocol/protocol.ts';
import type { SeriesContent } from './series-content.ts';

const icons: Readonly<Record<string, Icon>> = {
	'reviewed-by': 'check',
	'tested-by': 'play-circle',
	'acked-by': 'pass',
};

/** The trailers that replies have given, with the patches that they are for. */
export const trailerParts = (
	{ trailers, patches, readPatches }: SeriesContent,
	people: PeopleByAddress,
): readonly ShownTrailer[] =>
	trailers.map((trailer) => {
		const keys = new Set(trailer.patches.map((index) => readPatches[index]?.key));
		const numbers = patches.filter(({ key }) => keys.has(key)).map(({ number }) => number);
		const isForAll = patches.every(({ key }) => keys.has(key));
		return {
			name: displayTitle(trailer.key),
			icon: icons[trailer.key.toLowerCase()] ?? 'verified',
			from: namePiece(trailer.person, people),
			patches: isForAll ? 'all' : [...new Set(numbers)].join(', '),
			warning: trailer.isFromPerson ? '' : 'sent from another address',
		};
	});

/** The name in a trailer, with a link to the account of a known person. */
function namePiece({ name, email }: Address, people: PeopleByAddress): Piece {
	const shown = displayTitle(name || email);
	const account = people.get(email.toLowerCase());
	return account === undefined ? shown : { link: shown, open: userReference(account) };
}

/** Further patches are only counted. */
const maxMissing = 10;

/** Says which patches have not been reviewed, if others have; empty otherwise. */
export function missingReviews({ trailers, patches, readPatches }: SeriesContent): string {
	const own = readPatches.map(({ patch }) => personTrailers(patch.trailers));
	const reviewed = new Set(
		countedTrailers(own, trailers)
			.filter(({ key }) => key === 'Reviewed-by')
			.flatMap((trailer) => trailer.patches),
	);
	if (reviewed.size === 0) return '';
	const labels = new Map(patches.map(({ key, label }) => [key, label]));
	const missing = readPatches.flatMap(({ key }, index) => {
		const label = labels.get(key);
		return reviewed.has(index) || !label ? [] : [label];
	});
	if (missing.length === 0) return '';
	const more = missing.length - maxMissing;
	const named = joinWords([
		...missing.slice(0, maxMissing),
		...(more > 0 ? [count(more, 'other patch', 'other patches')] : []),
	]);
	return `Not reviewed yet: ${named}.`;
}
