import type { Client } from '../../forge/client/connect.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { repositoryExtraRows } from '../../forge/rows/repositories.ts';
import type { FoundCode } from '../../forge/shapes/code-search.ts';
import type { RepositoryKey } from '../../platform/model/keys.ts';

/** Searches code on the forge of an account. */
export class CodeSearch {
	/** What only GraphQL offers. Opening a repository with it also shows whether the forge can search code. Undefined in REST. */
	readonly extras: Client<typeof repositoryExtraRows> | undefined;
	readonly #forge: string;
	#isMissing = false;

	/** `forge` is the name of the forge. */
	constructor(extras: Client<typeof repositoryExtraRows> | undefined, forge: string) {
		this.#forge = forge;
		this.extras = extras && {
			...extras,
			openRepository: async (...asked) => {
				const opened = await extras.openRepository(...asked);
				this.#isMissing ||= opened.has_code_search === false;
				return opened;
			},
		};
	}

	/** Whether to offer the search. It is offered until the forge has shown that it has none. */
	get isOffered(): boolean {
		return this.extras !== undefined && !this.#isMissing;
	}

	/** Searches the default branch of a repository. Fails with a `ForgeError`. */
	async find({ owner, repository }: RepositoryKey, query: string, signal: AbortSignal): Promise<FoundCode> {
		if (!this.extras || this.#isMissing) throw this.missing();
		try {
			return await this.extras.searchCode({ owner, repository }, { query }, { signal });
		} catch (error) {
			// Older versions do not know what this asks for, and others may have no index of the code.
			if (!(error instanceof ForgeError) || error.status !== 422) throw error;
			this.#isMissing = true;
			throw this.missing();
		}
	}

	/** What the user reads if the forge has no such search. */
	missing(): ForgeError {
		return new ForgeError(
			'refused',
			`${this.#forge} cannot search code. Find in Repository… can search the same files.`,
		);
	}
}
