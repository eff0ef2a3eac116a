import { ForgeError } from '../../forge/errors.ts';
import type { User } from '../../forge/shapes/people.ts';
import { hostOf, safeAddress } from '../model/markdown/addresses.ts';
import { visible } from '../model/markdown/invisible-characters.ts';
import { resolveReference } from '../model/references.ts';

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

interface UserSource {
	readonly client: { readonly user: (path: { readonly owner: string }) => Promise<User> };
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

/** The users of each account, as far as pages have asked for them. Each is read from the forge once. */
export class Users {
	readonly #known = new WeakMap<UserSource, Map<string, Promise<UserShown>>>();

	/** `reference` is that of a link to a user. */
	of(account: UserSource, reference: string): Promise<UserShown> {
		const found = resolveReference(reference, []);
		if (!found || 'web' in found || found.target.kind !== 'user')
			return Promise.reject(new ForgeError('missing', 'This user does not exist.'));
		const { user } = found.target;
		const users = this.#known.get(account) ?? new Map<string, Promise<UserShown>>();
		this.#known.set(account, users);
		const known = users.get(user) ?? account.client.user({ owner: user }).then(shownUser);
		users.set(user, known);
		// Ask again after a failure.
		known.catch(() => users.delete(user));
		return known;
	}
}
