import type { Icon } from '../../platform/model/icon.ts';
import type { ShownTrailer } from './protocol.ts';
import type { SeriesContent } from './series-content.ts';
import { shownTitle } from './shown-title.ts';

const icons: Readonly<Record<string, Icon>> = {
	'reviewed-by': 'check',
	'tested-by': 'play-circle',
	'acked-by': 'pass',
};

/** The trailers that replies have given, with the patches that they are for. */
export const trailerParts = ({ trailers, patches, readPatches }: SeriesContent): readonly ShownTrailer[] =>
	trailers.map((trailer) => {
		const keys = new Set(trailer.patches.map((index) => readPatches[index]?.key));
		const numbers = patches.filter(({ key }) => keys.has(key)).map(({ number }) => number);
		const isForAll = patches.every(({ key }) => keys.has(key));
		return {
			name: shownTitle(trailer.key),
			icon: icons[trailer.key.toLowerCase()] ?? 'verified',
			from: shownTitle(trailer.person.name || trailer.person.email),
			patches: isForAll ? 'all' : [...new Set(numbers)].join(', '),
			warning: trailer.isFromPerson ? '' : 'sent from another address',
		};
	});
