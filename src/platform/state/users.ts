import { abortable } from '../../base/abort.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { User } from '../../forge/shapes/people.ts';
import { textOfMarkdown } from '../model/markdown/plain-text.ts';
import { resolveReference, userReference } from '../model/references.ts';
import { type ShownUser, shownUser } from '../model/user-card.ts';

export interface UserSource {
	readonly client: { readonly user: (path: { readonly owner: string }) => Promise<User> };
}

/** A bio is Markdown, and cards and hovers show its words. */
const shownWithoutMarkdown = (user: User): ShownUser =>
	shownUser({ ...user, bio: user.bio === null ? null : textOfMarkdown(user.bio) });

/** The users that pages and hovers show, by account. Each is read from the forge once. */
export class Users {
	readonly #known = new WeakMap<UserSource, Map<string, Promise<ShownUser>>>();

	/** `reference` is that of a link to the user. */
	of(account: UserSource, reference: string): Promise<ShownUser> {
		const found = resolveReference(reference, []);
		if (!found || !('target' in found) || found.target.kind !== 'user')
			return Promise.reject(new ForgeError('missing', 'This user does not exist.'));
		const { user } = found.target;
		const users = this.#usersOf(account);
		const known = users.get(user) ?? account.client.user({ owner: user }).then(shownWithoutMarkdown);
		users.set(user, known);
		// Ask again after a failure.
		known.catch(() => users.delete(user));
		return known;
	}

	/** The named users that are cached and, by one request, the first one that is not. Leaves out users that are not read before `signal` aborts. */
	async readSome(
		account: UserSource,
		names: readonly string[],
		signal: AbortSignal,
	): Promise<readonly ShownUser[]> {
		const users = this.#usersOf(account);
		const unknown = names.find((name) => !users.has(name));
		const read = async (name: string): Promise<readonly ShownUser[]> => {
			try {
				return [await abortable(this.of(account, userReference(name)), signal)];
			} catch {
				return [];
			}
		};
		const wanted = new Set(names.filter((name) => users.has(name) || name === unknown));
		return (await Promise.all([...wanted].map(read))).flat();
	}

	#usersOf(account: UserSource): Map<string, Promise<ShownUser>> {
		const users = this.#known.get(account) ?? new Map<string, Promise<ShownUser>>();
		this.#known.set(account, users);
		return users;
	}
}
