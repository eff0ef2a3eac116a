import { oneLine, truncate } from '../../base/text/truncate.ts';
import type { User } from '../../forge/shapes/people.ts';
import { hostOf, isWebAddress, safeAddress } from './addresses.ts';
import { withLineFeeds } from './line-breaks.ts';

/** What a card shows about a user. The user wrote all texts. */
export interface ShownUser {
	/** With the tilde. */
	readonly user: string;
	/** Empty if it is the same as the user name. */
	readonly name: string;
	readonly bio: string;
	readonly location: string;
	/** The user's own web page. Null if there is none that is safe to open. */
	readonly link: { readonly text: string; readonly open: string } | null;
}

const longestLine = 200;
const longestBio = 600;

export function shownUser({ canonical_name, name, bio, location, url }: User): ShownUser {
	const open = safeAddress(url ?? '');
	const isWeb = open !== undefined && isWebAddress(open);
	return {
		user: oneLine(canonical_name, longestLine),
		name: `~${name}` === canonical_name ? '' : oneLine(name ?? '', longestLine),
		bio: truncate(withLineFeeds(bio ?? '').replace(/\n{3,}/g, '\n\n'), longestBio),
		location: oneLine(location ?? '', longestLine),
		link: isWeb
			? {
					text: oneLine(open.replace(/^https?:\/\//, '').replace(/\/$/, ''), longestLine) || hostOf(open),
					open,
				}
			: null,
	};
}
