import { abortable } from '../../base/abort.ts';
import { FailurePauses } from '../../base/failure-pauses.ts';
import { ForgeError, isTransient } from '../../forge/contract/errors.ts';
import type { User } from '../../forge/shapes/people.ts';
import { textOfMarkdown } from '../model/markdown/plain-text.ts';
import { resolveReference, userReference } from '../model/references.ts';
import { type ShownUser, shownUser } from '../model/user-card.ts';

/** The pauses after a user could not be read. Most such users do not exist. */
const shortestPauseMs = 60_000;
const longestPauseMs = 3_600_000;

export interface UserSource {
	readonly client: { readonly user: (path: { readonly owner: string }) => Promise<User> };
}

/** A bio is Markdown, and cards and hovers show its words. */
const shownWithoutMarkdown = (user: User): ShownUser =>
	shownUser({ ...user, bio: user.bio === null ? null : textOfMarkdown(user.bio) });

/** The users of an account, by reference. */
interface AccountUsers {
	readonly known: Map<string, Promise<ShownUser>>;
	readonly pauses: FailurePauses<string>;
}

/** The users that pages and hovers show, by account. Each is read from the forge once. */
export class Users {
	readonly #accounts = new WeakMap<UserSource, AccountUsers>();

	/** The user to whom a link with this reference leads. Asks again after a failure. */
	of(account: UserSource, reference: string): Promise<ShownUser> {
		const { known, pauses } = this.#usersOf(account);
		const before = known.get(reference);
		if (before) return before;
		const user = this.#read(account, reference);
		known.set(reference, user);
		user.then(
			() => pauses.end(reference),
			(error: unknown) => {
				known.delete(reference);
				// Without a connection, nothing is learned about the user, so the pause gets no longer.
				if (error instanceof ForgeError && isTransient(error)) pauses.end(reference);
				pauses.begin(reference);
			},
		);
		return user;
	}

	async #read({ client }: UserSource, reference: string): Promise<ShownUser> {
		const found = resolveReference(reference, []);
		if (!found || !('target' in found) || found.target.kind !== 'user')
			throw new ForgeError('missing', 'This user does not exist.');
		return shownWithoutMarkdown(await client.user({ owner: found.target.user }));
	}

	/**
	 * The named users that are cached, and the first other one that has not just failed, which takes a request. Leaves out users that are not
	 * read before `signal` aborts.
	 */
	async readSome(
		account: UserSource,
		names: readonly string[],
		signal: AbortSignal,
	): Promise<readonly ShownUser[]> {
		const { known, pauses } = this.#usersOf(account);
		const references = [...new Set(names.map(userReference))];
		const unknown = references.find((one) => !known.has(one) && !pauses.isPaused(one));
		const read = async (reference: string): Promise<readonly ShownUser[]> => {
			try {
				return [await abortable(this.of(account, reference), signal)];
			} catch {
				return [];
			}
		};
		const wanted = references.filter((one) => known.has(one) || one === unknown);
		return (await Promise.all(wanted.map(read))).flat();
	}

	#usersOf(account: UserSource): AccountUsers {
		const users = this.#accounts.get(account) ?? {
			known: new Map(),
			pauses: new FailurePauses(shortestPauseMs, longestPauseMs),
		};
		this.#accounts.set(account, users);
		return users;
	}
}
