import type { User } from '../../forge/shapes/people.ts';
import { hostOf, safeAddress } from './markdown/addresses.ts';
import { visible } from './markdown/invisible-characters.ts';

/** What a card says about a user. All texts are those of the user. */
export interface UserShown {
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

const cut = (text: string, longest: number): string => {
	const characters = [...text.slice(0, 4 * longest).trim()];
	return visible(
		characters.length > longest ? `${characters.slice(0, longest).join('')}…` : characters.join(''),
	);
};
const line = (text: string | null): string => cut((text ?? '').replace(/\s+/g, ' '), longestLine);

export function shownUser({ canonical_name, name, bio, location, url }: User): UserShown {
	const open = safeAddress(url ?? '');
	const isWeb = open !== undefined && /^https?:/.test(open);
	return {
		user: line(canonical_name),
		name: `~${name}` === canonical_name ? '' : line(name),
		bio: cut((bio ?? '').replace(/\r\n?/g, '\n').replace(/\n{3,}/g, '\n\n'), longestBio),
		location: line(location),
		link: isWeb
			? { text: line(open.replace(/^https?:\/\//, '').replace(/\/$/, '')) || hostOf(open), open }
			: null,
	};
}
